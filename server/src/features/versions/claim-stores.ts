import { randomUUID } from 'node:crypto'

import { isKey } from '../../blobs/blob-store.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { NamedStore } from '../../blobs/open-blobs.ts'
import type { Database } from '../../database/connect.ts'
import { loadOrCreateSecret } from '../../database/generated-secrets.ts'
import { formatAddress } from '../../settings/blob-address.ts'
import { StartupError } from '../../shared/startup-error.ts'
import { existingBlobKeys } from './sweep-store.ts'

/** The name of the secret that identifies a database in its stores. */
export const ownerSecret = 'owner-of-stores'

const ownerOf = (db: Database) => loadOrCreateSecret(db, ownerSecret, () => randomUUID())

/**
 * A sweep removes what the database does not record; in the store of another database that is everything. So each store
 * names its owner, and a store with another owner is refused. A store without an owner is claimed, if the database
 * records what it contains.
 */
export async function claimStores(db: Database, stores: readonly NamedStore[]): Promise<void> {
  const own = await ownerOf(db)
  for (const { store, address, isWritten } of stores) {
    let owner = await store.owner()
    if (owner === undefined && !(await isUnknown(db, store))) {
      if (!isWritten) continue
      await store.claim(own)
      owner = await store.owner()
    }
    if (owner !== own) {
      throw new StartupError(
        `The archives in ${formatAddress(address)} belong to another database, and this one would remove them. Check PLINTH_BLOBS and DATABASE_URL, or run plinth-admin adopt-store if this database replaces the other.`,
      )
    }
  }
}

/** Makes this database the owner of the stores, whoever owned them before. */
export async function adoptStores(db: Database, stores: readonly NamedStore[]): Promise<void> {
  const own = await ownerOf(db)
  for (const { store, address } of stores) {
    if (await isUnknown(db, store)) {
      throw new StartupError(
        `The database records none of the archives in ${formatAddress(address)} and would remove them. Restore it first.`,
      )
    }
    if ((await store.owner()) === own) continue
    await store.releaseClaim()
    await store.claim(own)
  }
}

const batchSize = 1000

/** Whether the store contains archives and the database records none of them. */
async function isUnknown(db: Database, store: BlobStore): Promise<boolean> {
  let hasArchives = false
  let batch: string[] = []
  for await (const { key } of store.list()) {
    if (!isKey(key)) continue
    hasArchives = true
    batch.push(key)
    if (batch.length < batchSize) continue
    if ((await existingBlobKeys(db, batch)).size > 0) return false
    batch = []
  }
  return hasArchives && (await existingBlobKeys(db, batch)).size === 0
}
