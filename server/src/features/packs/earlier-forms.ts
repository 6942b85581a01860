import type { IndexEntry } from '../../archive/archive-index.ts'
import type { ByteSource } from '../../archive/file-source.ts'
import { openPackIndex } from '../../archive/packs/pack-index.ts'
import type { PackedEntry, PackIndex } from '../../archive/packs/pack-index.ts'
import type { BlobStore, OpenBlob } from '../../blobs/blob-store.ts'
import type { Database } from '../../database/connect.ts'
import { inTurns } from '../../shared/in-turns.ts'
import { listPacksOfStorybook } from './store.ts'

/** The Brotli forms that other versions of a storybook have: most files are the same in the next version. */
export interface EarlierForms {
  /** A form of what seems to be the same content: to be compared with it before it is used. */
  find(entry: IndexEntry): Promise<Buffer | undefined>
  close(): Promise<void>
}

const maxPacks = 3

export async function openEarlierForms(
  db: Database,
  packs: BlobStore,
  storybookId: number,
): Promise<EarlierForms> {
  const blobs: OpenBlob[] = []
  const forms = new Map<string, { packed: PackedEntry; source: ByteSource }>()
  for (const { key, index } of await listPacksOfStorybook(db, storybookId, maxPacks)) {
    const opened = openPackIndex(index)
    if (typeof opened === 'string') continue
    // One that cannot be opened is not needed.
    const blob = await packs.open(key).catch(() => undefined)
    if (!blob) continue
    blobs.push(blob)
    await inTurns(addForms(opened, blob.source))
  }

  function* addForms(index: PackIndex, source: ByteSource) {
    for (const packed of index.entries())
      yield forms.set(contentKey(packed.contentCrc32, packed.size), { packed, source })
  }

  return {
    async find({ crc32, size }) {
      const form = forms.get(contentKey(crc32, size))
      // One that cannot be read is made again.
      return form?.source.read(form.packed.offset, form.packed.length).catch(() => undefined)
    },
    async close() {
      for (const blob of blobs) await blob.close()
    },
  }
}

const contentKey = (crc32: number, size: number) => `${crc32}-${size}`
