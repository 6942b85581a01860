import { sayCount } from '../archive/refusal.ts'
import { adoptStores } from '../features/versions/claim-stores.ts'
import { formatAddress } from '../settings/blob-address.ts'
import type { Config } from '../settings/config.ts'
import { assertUpToDate, withServices } from './admin-services.ts'
import { sizesIn } from './copy-archive.ts'
import { say } from './say.ts'
import { withoutRecorded } from './verify.ts'

export async function adoptStore(config: Config): Promise<number> {
  return withServices(config, {}, async ({ db, openArchives }) => {
    await assertUpToDate(db)
    const { stores } = await openArchives()
    await adoptStores(db, stores)
    for (const { store, address } of stores) {
      const unrecorded = await withoutRecorded(db, [...(await sizesIn(store)).keys()])
      say(`${formatAddress(address)} belongs to this database now.`)
      if (unrecorded.length === 0) continue
      say(`It does not record ${sayCount(unrecorded.length)} of the archives: a portal removes them.`)
    }
    return 0
  })
}
