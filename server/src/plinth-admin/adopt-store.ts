import { adoptStores } from '../features/versions/claim-stores.ts'
import { formatAddress } from '../settings/blob-address.ts'
import type { Config } from '../settings/config.ts'
import { assertUpToDate, withServices } from './admin-services.ts'
import { sizesIn } from './copy-archive.ts'
import { countOf, print } from './output.ts'
import { listUnrecordedKeys } from './verify.ts'

export async function adoptStore(config: Config): Promise<number> {
  return withServices(config, {}, async ({ db, openArchives }) => {
    await assertUpToDate(db)
    const { stores } = await openArchives()
    await adoptStores(db, stores)
    for (const { store, address } of stores) {
      const unrecorded = await listUnrecordedKeys(db, [...(await sizesIn(store)).keys()])
      print(`${formatAddress(address)} now belongs to this database.`)
      if (unrecorded.length === 0) continue
      print(
        `The portal will remove ${countOf(unrecorded.length, 'archive')} that this database does not record.`,
      )
    }
    return 0
  })
}
