import type { Logger } from 'pino'

import type { IndexEntry } from '../archive/archive-index.ts'
import { PackDamaged, packedForm } from '../archive/packs/brotli-form.ts'
import type { BrotliForm } from '../archive/packs/brotli-form.ts'
import { openPackIndex } from '../archive/packs/pack-index.ts'
import { BlobMissing, isBlobStoreFailure } from '../blobs/blob-store.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../database/connect.ts'
import { forgetPack } from './store.ts'
import type { StoredPack } from './store.ts'

/** The Brotli forms of a version's files. */
export interface OpenPack {
  formOf(entry: IndexEntry): BrotliForm | undefined
  /** About how many bytes of memory it takes. */
  size: number
  close(): Promise<void>
}

interface PackServices {
  db: Database
  packs: BlobStore
  log: Logger
}

/** Of one file: where its form is, and what is needed to serve it. */
const bytesPerEntry = 400

/**
 * Undefined if it cannot be used: all files are in the archive too. `onFailure` is called when it can no longer be read.
 */
export async function openPack(
  services: PackServices,
  pack: StoredPack,
  onFailure: () => void,
): Promise<OpenPack | 'store failed' | undefined> {
  const fail = (error: unknown) => {
    onFailure()
    void reportFailure(services, pack, error)
  }
  try {
    const index = openPackIndex(pack.index)
    // Instances of the other release use it.
    if (index === 'unknown version') return undefined
    if (index === 'damaged') throw new PackDamaged('its index')
    const blob = await services.packs.open(pack.key)
    if (index.packBytes > blob.bytes) {
      await blob.close()
      throw new PackDamaged('it was cut off')
    }
    const forms = new Map<IndexEntry, BrotliForm>()
    return {
      formOf(entry) {
        const known = forms.get(entry)
        if (known) return known
        const found = index.find(entry.offset)
        if (found?.size !== entry.size || found.contentCrc32 !== entry.crc32) return undefined
        const form = packedForm(entry, found, blob.source, fail)
        forms.set(entry, form)
        return form
      },
      size: index.count * bytesPerEntry,
      close: () => blob.close(),
    }
  } catch (error) {
    void reportFailure(services, pack, error)
    return isBlobStoreFailure(error) ? 'store failed' : undefined
  }
}

/** A pack that is lost or damaged is made again; a store that does not answer may answer later. */
async function reportFailure(
  { db, packs, log }: PackServices,
  pack: StoredPack,
  error: unknown,
): Promise<void> {
  const isLost = error instanceof PackDamaged || error instanceof BlobMissing
  log.warn({ err: error, key: pack.key, isLost }, 'a pack could not be read; files come from the archive')
  if (!isLost) return
  try {
    await forgetPack(db, pack)
    await packs.delete(pack.key)
  } catch (cause) {
    log.warn({ err: cause, key: pack.key }, 'a damaged pack could not be removed')
  }
}
