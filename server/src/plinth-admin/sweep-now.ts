import { sayCount } from '../archive/refusal.ts'
import type { Config } from '../config.ts'
import { sweep } from '../versions/sweep.ts'
import { assertUpToDate, withServices } from './admin-services.ts'
import { say } from './say.ts'

export async function sweepNow(config: Config, { isRehearsal = false }): Promise<number> {
  return withServices(config, {}, async ({ db, log, openArchives }) => {
    await assertUpToDate(db)
    const blobs = await openArchives()
    const swept = await sweep({ db, blobs, log }, { isRehearsal, isPatient: true })
    if (!swept) throw new Error('a patient sweep did not get its turn')
    const { versions, unrecorded, drafts } = swept
    const facts = `${sayCount(versions)} deleted versions, ${sayCount(unrecorded)} archives recorded nowhere`
    say(isRehearsal ? `Would remove ${facts}.` : `Removed ${facts}, ${sayCount(drafts)} uploads given up.`)
    return 0
  })
}
