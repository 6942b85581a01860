import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'

import type { Archives } from '../blobs/open-blobs.ts'
import type { Database } from '../database/connect.ts'
import type { Metrics } from '../operations/metrics/metrics.ts'
import type { Config } from '../settings/config.ts'
import { Pending } from '../shared/maybe-promise.ts'
import type { MaybePromise } from '../shared/maybe-promise.ts'
import { Archive } from './archive.ts'
import type { OpenArchive } from './archive.ts'
import { openDownloads } from './downloads.ts'
import { hotBodies } from './hot-bodies.ts'
import { openPack } from './open-pack.ts'
import { findArchiveIndex, listPacks } from './store.ts'
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

interface OpenArchivesOptions {
  db: Database
  blobs: Archives
  config: Config
  metrics: Metrics
  log: Logger
  addresses: ViewerAddresses
  /** What the open versions may take together, without the bodies of files. */
  maxBytes?: number
}

/** Keeps recently viewed versions open: index and small files in memory, and a handle on the zip. */
export function openArchives(options: OpenArchivesOptions): OpenArchives {
  const { db, blobs, config, metrics, log, addresses, maxBytes = maxMemory } = options
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
  const archives = new LRUCache<number, Pending<Archive | undefined>>({
    max: maxOpen,
    maxSize: maxBytes,
    dispose: (pending) =>
      void Promise.resolve(pending.value).then(
        (archive) => archive?.retire(),
        () => {},
      ),
  })

  async function load(version: ViewableVersion): Promise<Archive | undefined> {
    const [encoded, [pack]] = await Promise.all([
      findArchiveIndex(db, version.id),
      listPacks(db, [version.id]),
    ])
    if (!encoded) return undefined
    const blob = await blobs.open(version.publicId)
    const archive = new Archive({
      encoded,
      blob,
      bodies: bodies.of(version.accountId),
      downloads,
      version,
      surroundings,
      onResized: () => resize(version.id, archive),
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
    for (const [id, { value }] of archives.entries()) {
      if (value instanceof Archive && !value.hasPack()) waiting.set(id, value)
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
  async function settle(id: number, pending: Pending<Archive | undefined>) {
    const archive = await Promise.resolve(pending.value).catch(() => undefined)
    if (archive) resize(id, archive)
    else if (archives.peek(id) === pending) archives.delete(id)
  }

  /** The cache looks at the size of a new value only. */
  function resize(id: number, archive: Archive) {
    if (archives.peek(id)?.value !== archive) return
    const size = Math.min(archive.size, maxBytes)
    archives.set(id, new Pending(archive), { size, noDisposeOnSet: true })
  }

  return {
    open(version) {
      const known = archives.get(version.id)
      if (known) {
        counters.hits.value += 1
        return known.value
      }
      counters.misses.value += 1
      const pending = new Pending(load(version))
      archives.set(version.id, pending, { size: 1 })
      void settle(version.id, pending)
      return pending.value
    },
    findPacks,
    close() {
      clearInterval(finding)
      archives.clear()
    },
  }
}
