import { sayCount } from '../archive/refusal.ts'
import { recordAsDone } from '../database/duties-store.ts'
import { sweep, tidyDisk } from '../features/versions/sweep.ts'
import { cleanups } from '../operations/duties/cleanups.ts'
import type { Config } from '../settings/config.ts'
import { assertUpToDate, withServices } from './admin-services.ts'
import { assertHoldsArchives } from './assert-holds-archives.ts'
import { say } from './say.ts'

export async function sweepNow(config: Config, { isDryRun = false }): Promise<number> {
  return withServices(config, {}, async ({ db, log, openArchives }) => {
    await assertUpToDate(db)
    const blobs = await openArchives()
    // Sweeping marks a store as this database's.
    await assertHoldsArchives(db, blobs)
    const swept = await sweep({ db, blobs, log }, { isDryRun, waitsForLock: true })
    if (!swept) throw new Error('a sweep that waits for its lock did not get it')
    const { versions, unrecorded, uploads, undeletable } = swept
    const facts = `${sayCount(versions)} deleted versions, ${sayCount(unrecorded)} archives recorded nowhere`
    if (isDryRun) {
      say(`Would remove ${facts}.`)
      return 0
    }
    await recordAsDone(db, 'sweep')
    for (const cleanup of cleanups) await cleanup.run(db)
    const drafts = await tidyDisk({ blobs, log })
    say(`Removed ${facts}, ${sayCount(uploads + drafts)} uploads given up.`)
    if (undeletable > 0)
      say(`${sayCount(undeletable)} archives could not be removed: the store does not let go of them.`)
    return undeletable === 0 ? 0 : 1
  })
}
