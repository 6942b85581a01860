import type { Logger } from 'pino'

import { decodeIndexInTurns } from '../archive/archive-index.ts'
import { decodeBlocks } from '../archive/index-blocks.ts'
import type { IndexBlock } from '../archive/index-blocks.ts'
import type { Archives } from '../blobs/open-blobs.ts'
import type { Database } from '../database/connect.ts'
import type { Metrics } from '../operations/metrics/metrics.ts'
import type { Config } from '../settings/config.ts'
import type { Paces } from '../shared/account-pace.ts'
import { fairCache } from '../shared/fair-cache.ts'
import { fairSlots } from '../shared/fair-slots.ts'
import { Pending } from '../shared/maybe-promise.ts'
import type { MaybePromise } from '../shared/maybe-promise.ts'
import { filesOfBlocks, filesOfIndex } from './archive-files.ts'
import type { ArchiveFiles } from './archive-files.ts'
import { Archive } from './archive.ts'
import type { OpenArchive } from './archive.ts'
import { openDownloads, problemIfBusy } from './downloads.ts'
import { hotBodies } from './hot-bodies.ts'
import { openPack } from './open-pack.ts'
import { findArchiveIndex, findIndexOrBlocks, listPacks, readIndexBlock } from './store.ts'
import type { StoredPack, ViewableVersion } from './store.ts'
import type { ViewerAddresses } from './viewer-addresses.ts'

export interface OpenArchives {
  open(version: ViewableVersion): MaybePromise<OpenArchive | undefined>
  /** Looks for packs that were made since their versions were opened, unless that is being done already. */
  findPacks(): Promise<void>
  close(): void
}

const maxOpen = 200
const maxMemory = 64 * 1024 * 1024
const findPacksEveryMs = 30_000

/** Bounds what an account reads of indexes: a large one without blocks takes the main thread a quarter of a second. */
const opening = { total: 4, perAccount: 1, waitingPerAccount: 1000, waitMs: 10_000 }

interface OpenArchivesOptions {
  db: Database
  blobs: Archives
  config: Config
  metrics: Metrics
  log: Logger
  paces: Pick<Paces, 'opening'>
  addresses: ViewerAddresses
  /** What the open versions may take together, without the bodies of files. */
  maxBytes?: number
}

/**
 * Keeps recently viewed versions open: index and small files in memory, and a handle on the zip. An account whose versions do
 * not fit opens them again and again, at its own pace, and evicts only its own.
 */
export function openArchives(options: OpenArchivesOptions): OpenArchives {
  const { db, blobs, config, metrics, log, paces, addresses, maxBytes = maxMemory } = options
  const surroundings = {
    portalOrigin: config.publicUrl.origin,
    composeHost: addresses.composeUrl === null ? null : new URL(addresses.composeUrl).host,
  }
  const downloads = openDownloads(config.limits.downloads, metrics)
  const bodies = hotBodies({
    maxBytes: config.fileMemoryBytes,
    small: metrics.cache('small files'),
    large: metrics.cache('large files'),
  })
  const counters = metrics.cache('open archives')
  const archives = fairCache<number, Pending<Archive | undefined>>(
    maxBytes,
    (pending) =>
      void Promise.resolve(pending.value).then(
        (archive) => archive?.retire(),
        () => {},
      ),
  )
  const slots = fairSlots({ ...opening, pace: paces.opening })
  const inSlot = <Result>(account: number, kind: string, work: () => Promise<Result>) =>
    slots.run(account, work, { kind }).catch((error: unknown) => Promise.reject(problemIfBusy(error)))

  async function findFiles(
    { id, accountId }: ViewableVersion,
    onResized: () => void,
  ): Promise<ArchiveFiles | undefined> {
    const found = await findIndexOrBlocks(db, id)
    if (!found) return undefined
    if (found.blocks) {
      const read = (block: IndexBlock) =>
        inSlot(accountId, 'read a block of an index', () => readIndexBlock(db, id, block))
      return filesOfBlocks(decodeBlocks(found.blocks), read, onResized)
    }
    // A large index without blocks was stored by an earlier release.
    const encoded = found.index ?? (await findArchiveIndex(db, id))
    return encoded && filesOfIndex(await decodeIndexInTurns(encoded), encoded.length)
  }

  async function load(version: ViewableVersion): Promise<Archive | undefined> {
    let archive: Archive | undefined
    const onResized = () => archive && resize(version, archive)
    const find = () => Promise.all([findFiles(version, onResized), listPacks(db, [version.id])])
    const [files, [pack]] = await inSlot(version.accountId, 'open an archive', find)
    if (!files) return undefined
    const blob = await blobs.open(version.publicId)
    archive = new Archive({
      files,
      blob,
      bodies: bodies.of(version.accountId),
      downloads,
      version,
      surroundings,
      onResized,
    })
    if (pack) await attach(archive, pack)
    return archive
  }

  async function attach(archive: Archive, pack: StoredPack): Promise<'store failed' | void> {
    if (!blobs.packs) return
    const services = { db, packs: blobs.packs, log }
    const opened = await openPack(services, pack, () => {
      if (typeof opened === 'object') archive.detachPack(opened)
    })
    if (typeof opened === 'object') archive.attachPack(opened)
    else return opened
  }

  async function attachNewPacks(): Promise<void> {
    const waiting = new Map<number, Archive>()
    for (const { value } of archives.values()) {
      if (value instanceof Archive && !value.hasPack()) waiting.set(value.versionId, value)
    }
    for (const pack of await listPacks(db, [...waiting.keys()])) {
      const archive = waiting.get(pack.versionId)
      // Most likely the next one could not be opened either, and each attempt waits for the store.
      if (archive && (await attach(archive, pack)) === 'store failed') return
    }
  }

  let attaching: Promise<void> | undefined

  function findPacks(): Promise<void> {
    attaching ??= attachNewPacks().finally(() => {
      attaching = undefined
    })
    return attaching
  }

  const finding = setInterval(() => {
    findPacks().catch((error: unknown) => log.debug({ err: error }, 'could not look for new packs'))
  }, findPacksEveryMs).unref()

  /** The size is known only after loading. Failed loads are removed, so that the next request retries. */
  async function settle(version: ViewableVersion, pending: Pending<Archive | undefined>) {
    const { accountId, id } = version
    const archive = await Promise.resolve(pending.value).catch(() => undefined)
    if (archive) resize(version, archive)
    else if (archives.peek(accountId, id) === pending) archives.evict(accountId, id)
  }

  /** The cache looks at the size of a new value only. */
  function resize({ accountId, id }: ViewableVersion, archive: Archive) {
    if (archives.peek(accountId, id)?.value !== archive) return
    keep(accountId, id, new Pending(archive), archive.size)
  }

  /** No more than `maxOpen` are kept, however small they are. */
  function keep(account: number, id: number, pending: Pending<Archive | undefined>, size: number) {
    archives.set(account, id, pending, Math.max(size, maxBytes / maxOpen))
  }

  return {
    open(version) {
      const { accountId, id } = version
      const known = archives.get(accountId, id)
      if (known) {
        counters.hits.value += 1
        return known.value
      }
      counters.misses.value += 1
      const pending = new Pending(load(version))
      keep(accountId, id, pending, 0)
      void settle(version, pending)
      return pending.value
    },
    findPacks,
    close() {
      clearInterval(finding)
      archives.clear()
    },
  }
}
