import { randomUUID } from 'node:crypto'

import { isKey } from '../../blobs/blob-store.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { NamedStore } from '../../blobs/open-blobs.ts'
import type { Database } from '../../database/connect.ts'
import { loadOrCreateSecret } from '../../database/generated-secrets.ts'
import { sayAddress } from '../../settings/blob-address.ts'
import { StartupError } from '../../shared/startup-error.ts'
import { existingBlobKeys } from './sweep-store.ts'

/** Under this name a database keeps what marks its stores. */
export const ownerSecret = 'owner-of-stores'

const ownerOf = (db: Database) => loadOrCreateSecret(db, ownerSecret, () => randomUUID())

/**
 * Sweeping removes what the database does not record: in the store of another database, everything. So a store bears
 * the mark of its database, and one that bears another's is refused. One without a mark is marked, if what it holds
 * is known here.
 */
export async function claimStores(db: Database, stores: readonly NamedStore[]): Promise<void> {
  const own = await ownerOf(db)
  for (const { store, address, isWritten } of stores) {
    let owner = await store.owner()
    if (owner === undefined && !(await isOfOthers(db, store))) {
      if (!isWritten) continue
      await store.claim(own)
      owner = await store.owner()
    }
    if (owner !== own) {
      throw new StartupError(
        `The archives in ${sayAddress(address)} belong to another database, and this one would have them removed: check PLINTH_BLOBS and DATABASE_URL, or run plinth-admin adopt-store if it has taken the other's place.`,
      )
    }
  }
}

/** Marks stores as this database's, whatever mark they bore. */
export async function adoptStores(db: Database, stores: readonly NamedStore[]): Promise<void> {
  const own = await ownerOf(db)
  for (const { store, address } of stores) {
    if (await isOfOthers(db, store)) {
      throw new StartupError(
        `The database records none of the archives in ${sayAddress(address)}, and would have them removed: restore it first.`,
      )
    }
    if ((await store.owner()) === own) continue
    await store.disclaim()
    await store.claim(own)
  }
}

const atOnce = 1000

/** Whether it holds archives and the database records none of them. */
async function isOfOthers(db: Database, store: BlobStore): Promise<boolean> {
  let hasArchives = false
  let batch: string[] = []
  for await (const { key } of store.list()) {
    if (!isKey(key)) continue
    hasArchives = true
    batch.push(key)
    if (batch.length < atOnce) continue
    if ((await existingBlobKeys(db, batch)).size > 0) return false
    batch = []
  }
  return hasArchives && (await existingBlobKeys(db, batch)).size === 0
}
