import { join } from 'node:path'

import type { Logger } from 'pino'

import { formatAddress } from '../settings/blob-address.ts'
import type { BlobAddress } from '../settings/blob-address.ts'
import { archiveKind, packKind, pictureKind } from './blob-store.ts'
import type { BlobKind, BlobStore } from './blob-store.ts'
import { cachedStore } from './cached-store.ts'
import { filesystemBlobs } from './filesystem.ts'
import { localCache } from './local-cache.ts'
import type { LocalCacheOptions } from './local-cache.ts'
import type { ObjectClient } from './object-client.ts'
import { defaultIdleTimeoutMs } from './timeouts.ts'
import { twoStores } from './two-stores.ts'

interface StoreOptions {
  /** The setting or option the address came from, for messages. */
  setting: string
  kind?: BlobKind
  /** A store that is only read from need not be writable. */
  isWritten?: boolean
  /** A local folder for uploads that are not committed yet, for remote stores. */
  drafts: string
  log: Logger
  /** How long a remote store may send nothing. */
  idleTimeoutMs?: number
}

/** Opens the store at an address. The client of a remote store is loaded only if it is used. */
export async function openStore(address: BlobAddress, options: StoreOptions): Promise<BlobStore> {
  const {
    setting,
    kind = archiveKind,
    isWritten = true,
    drafts,
    log,
    idleTimeoutMs = defaultIdleTimeoutMs,
  } = options
  if (address.kind === 'file') return filesystemBlobs(address.folder, { kind, setting, isWritten })
  const { assertReadable, assertUsable, objectBlobs } = await import('./object-blobs.ts')
  const client = await connect(address, idleTimeoutMs)
  const where = { address: formatAddress(address), prefix: address.prefix, drafts }
  if (isWritten) await assertUsable(client, where, setting)
  else await assertReadable(client, where.address, setting)
  return objectBlobs(client, { ...where, kind, log, idleTimeoutMs })
}

async function connect(
  address: Exclude<BlobAddress, { kind: 'file' }>,
  idleTimeoutMs: number,
): Promise<ObjectClient> {
  if (address.kind === 's3') return (await import('./s3.ts')).s3Client(address, { idleTimeoutMs })
  return (await import('./azure.ts')).azureClient(address, { idleTimeoutMs })
}

interface BlobSettings {
  blobs: BlobAddress
  blobsFrom: BlobAddress | undefined
  storeTimeoutMs: number
  dataFolder: string
  cache: { folder: string; bytes: number }
}

export interface NamedStore {
  store: BlobStore
  address: BlobAddress
  isWritten: boolean
}

/** The archives of the portal and the stores they are in; the one that is written to comes first. */
export interface Archives extends BlobStore {
  stores: readonly NamedStore[]
  /** The packs beside them, in the store that is written to; undefined if it is only read from. */
  packs: BlobStore | undefined
  /** Likewise, the pictures of stories. */
  pictures: BlobStore | undefined
}

interface OpenOptions {
  isWritten?: boolean | undefined
  /** Wraps each store, to measure it. */
  measured?: (store: BlobStore) => BlobStore
}

/** The archives of the portal: one store, or two during a move, with local copies of remote archives. */
export async function openBlobs(
  settings: BlobSettings,
  log: Logger,
  copies?: Pick<LocalCacheOptions, 'recorded' | 'counters'>,
  { isWritten = true, measured = (store) => store }: OpenOptions = {},
): Promise<Archives> {
  const { blobs, blobsFrom, storeTimeoutMs: idleTimeoutMs, dataFolder, cache: limits } = settings
  const common = { drafts: join(dataFolder, 'drafts'), log, idleTimeoutMs }
  const next = measured(await openStore(blobs, { ...common, setting: 'PLINTH_BLOBS', isWritten }))
  const stores: NamedStore[] = [{ store: next, address: blobs, isWritten }]
  let store = next
  if (blobsFrom) {
    const earlier = measured(
      await openStore(blobsFrom, { ...common, setting: 'PLINTH_BLOBS_FROM', isWritten: false }),
    )
    stores.push({ store: earlier, address: blobsFrom, isWritten: false })
    store = twoStores(next, earlier)
  }
  const openDerived = async (kind: BlobKind) =>
    isWritten ? measured(await openStore(blobs, { ...common, setting: 'PLINTH_BLOBS', kind })) : undefined
  let packs = await openDerived(packKind)
  let pictures = await openDerived(pictureKind)
  const isLocal = stores.every(({ address }) => address.kind === 'file')
  if (copies && limits.bytes > 0 && !isLocal) {
    const cache = await localCache({ ...copies, folder: limits.folder, maxBytes: limits.bytes, log })
    // Wraps both stores, so that a copy does not hide which of them has an archive.
    store = cachedStore(store, cache)
    if (packs && blobs.kind !== 'file') packs = cachedStore(packs, cache)
    if (pictures && blobs.kind !== 'file') pictures = cachedStore(pictures, cache)
  }
  const close = async () => {
    await store.close()
    await packs?.close()
    await pictures?.close()
  }
  return { ...store, close, stores, packs, pictures }
}
