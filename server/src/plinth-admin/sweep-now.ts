import { recordAsDone } from '../database/duties-store.ts'
import { sweep, tidyDisk } from '../features/versions/sweep.ts'
import { cleanups } from '../operations/duties/cleanups.ts'
import type { Config } from '../settings/config.ts'
import { assertUpToDate, withServices } from './admin-services.ts'
import { assertHoldsArchives } from './assert-holds-archives.ts'
import { countOf, print } from './output.ts'

export async function sweepNow(config: Config, { isDryRun = false }): Promise<number> {
  return withServices(config, {}, async ({ db, log, openArchives }) => {
    await assertUpToDate(db)
    const blobs = await openArchives()
    // Sweeping claims the store for this database.
    await assertHoldsArchives(db, blobs)
    const swept = await sweep({ db, blobs, log }, { isDryRun, waitsForLock: true })
    if (!swept) throw new Error('the sweep lock was not acquired')
    const { versions, unrecorded, uploads, undeletable } = swept
    const summary = `${countOf(versions, 'deleted version')}, ${countOf(unrecorded, 'unrecorded archive')}`
    if (isDryRun) {
      print(`Would remove ${summary}.`)
      return 0
    }
    await recordAsDone(db, 'sweep')
    for (const cleanup of cleanups) await cleanup.run(db)
    const drafts = await tidyDisk({ blobs, log })
    print(`Removed ${summary}, ${countOf(uploads + drafts, 'abandoned upload')}.`)
    if (undeletable > 0) print(`Could not remove ${countOf(undeletable, 'archive')}: the store refused.`)
    return undeletable === 0 ? 0 : 1
  })
}
