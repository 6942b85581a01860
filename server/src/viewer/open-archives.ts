import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'

import { decodeIndex, findEntry } from '../archive/archive-index.ts'
import type { ArchiveIndex, IndexEntry } from '../archive/archive-index.ts'
import type { StoredFile } from '../archive/serve-entry.ts'
import type { OpenBlob } from '../blobs/blob-store.ts'
import type { Archives } from '../blobs/open-blobs.ts'
import type { Database } from '../database/connect.ts'
import type { Metrics } from '../operations/metrics/metrics.ts'
import type { Config } from '../settings/config.ts'
import type { RunInSlot } from '../shared/fair-slots.ts'
import { Pending } from '../shared/maybe-promise.ts'
import type { MaybePromise } from '../shared/maybe-promise.ts'
import { openDownloads } from './downloads.ts'
import type { Downloads } from './downloads.ts'
import { hotBodies } from './hot-bodies.ts'
import type { AccountBodies } from './hot-bodies.ts'
import { injectedPage } from './injected-page.ts'
import type { InjectedPage, Surroundings } from './injected-page.ts'
import { openPack } from './open-pack.ts'
import type { OpenPack } from './open-pack.ts'
import { findArchiveIndex, listPacks } from './store.ts'
import type { StoredPack, ViewableVersion } from './store.ts'
import type { ViewerAddresses } from './viewer-addresses.ts'

/** A version ready to be served. */
export interface OpenArchive {
  /** The file at a path: as uploaded, or with our script in a Storybook's own pages. */
  find(path: string, as: 'uploaded' | 'shown'): MaybePromise<StoredFile | undefined>
  /** Whether the version is a Storybook that shows others of this portal inside itself. */
  composes(): Promise<boolean>
  /** Keeps the archive open, while a response streams from it, until the returned function is called. */
  keepOpen(): () => void
  /** The cache of bodies, shared by all versions. */
  bodies: AccountBodies
  /** For inflating whole bodies: accounts share the threads. */
  runInSlot: RunInSlot
  /** Waits until a streamed body may be read over this connection, see Downloads. */
  admit(body: Readable, socket: Socket): Promise<void>
}

export interface OpenArchives {
  open(version: ViewableVersion): MaybePromise<OpenArchive | undefined>
  /** Looks for packs that were made since their versions were opened. */
  findPacks(): Promise<void>
  close(): void
}

const maxOpen = 200
const maxIndexBytes = 64 * 1024 * 1024
const findPacksEveryMs = 30_000

interface OpenArchivesOptions {
  db: Database
  blobs: Archives
  config: Config
  metrics: Metrics
  log: Logger
  addresses: ViewerAddresses
}

/** Keeps recently viewed versions open: index and small files in memory, and a handle on the zip. */
export function openArchives(options: OpenArchivesOptions): OpenArchives {
  const { db, blobs, config, metrics, log, addresses } = options
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
    maxSize: maxIndexBytes,
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
    const archive = new Archive(encoded, blob, bodies.of(version.accountId), downloads, version, surroundings)
    if (pack) await attach(archive, pack)
    return archive
  }

  async function attach(archive: Archive, pack: StoredPack): Promise<void> {
    if (!blobs.packs) return
    const services = { db, packs: blobs.packs, log }
    const opened = await openPack(services, pack, () => archive.detachPack())
    if (opened) archive.attachPack(opened)
  }

  async function findPacks(): Promise<void> {
    const waiting = new Map<number, Archive>()
    for (const [id, { value }] of archives.entries()) {
      if (value instanceof Archive && !value.hasPack()) waiting.set(id, value)
    }
    for (const pack of await listPacks(db, [...waiting.keys()])) {
      const archive = waiting.get(pack.versionId)
      if (archive) await attach(archive, pack)
    }
  }

  const finding = setInterval(() => {
    findPacks().catch((error: unknown) => log.debug({ err: error }, 'could not look for new packs'))
  }, findPacksEveryMs).unref()

  /** Sets the size, which is known only after loading. Failed loads are removed, so that the next request retries. */
  async function settle(id: number, pending: Pending<Archive | undefined>) {
    const archive = await Promise.resolve(pending.value).catch(() => undefined)
    if (archives.peek(id) !== pending) return
    if (!archive) archives.delete(id)
    else archives.set(id, pending, { size: Math.min(archive.size, maxIndexBytes), noDisposeOnSet: true })
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

class Archive implements OpenArchive {
  readonly size: number
  readonly bodies: AccountBodies
  readonly runInSlot: RunInSlot
  readonly #downloads: Downloads
  readonly #index: ArchiveIndex
  readonly #blob: OpenBlob
  readonly #version: ViewableVersion
  readonly #surroundings: Surroundings
  readonly #pages = new Map<string, Pending<InjectedPage>>()
  #pack: OpenPack | undefined
  /** With those that failed, from which other responses may still be streaming. */
  readonly #openPacks: OpenPack[] = []
  #users = 0
  #isRetired = false

  constructor(
    encoded: Buffer,
    blob: OpenBlob,
    bodies: AccountBodies,
    downloads: Downloads,
    version: ViewableVersion,
    surroundings: Surroundings,
  ) {
    this.#index = decodeIndex(encoded)
    this.#blob = blob
    this.bodies = bodies
    this.#downloads = downloads
    this.runInSlot = downloads.inflationSlots(version.accountId)
    this.#version = version
    this.#surroundings = surroundings
    // The encoded index is nearly all file names; each entry costs about 200 bytes more in memory.
    this.size = encoded.length + this.#index.entries.size * 200
  }

  find(path: string, as: 'uploaded' | 'shown'): MaybePromise<StoredFile | undefined> {
    const entry = findEntry(this.#index, path)
    if (!entry) return undefined
    return as === 'shown' && this.#isInjected(entry)
      ? this.#pageWithScript(entry)
      : { entry, source: this.#blob.source, brotli: this.#pack?.formOf(entry) }
  }

  hasPack() {
    return this.#pack !== undefined
  }

  attachPack(pack: OpenPack) {
    this.#pack = pack
    this.#openPacks.push(pack)
    this.#closeIfUnused()
  }

  /** It can no longer be read. */
  detachPack() {
    this.#pack = undefined
  }

  async composes() {
    const entry = findEntry(this.#index, 'index.html')
    return entry !== undefined && this.#isInjected(entry) && (await this.#pageWithScript(entry)).composes
  }

  keepOpen() {
    this.#users += 1
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#users -= 1
      this.#closeIfUnused()
    }
  }

  admit(body: Readable, socket: Socket) {
    return this.#downloads.admit(this.#version.accountId, body, socket)
  }

  /** Closes the archive as soon as no response uses it. */
  retire() {
    this.#isRetired = true
    this.#closeIfUnused()
  }

  #closeIfUnused() {
    if (!this.#isRetired || this.#users > 0) return
    for (const open of [this.#blob, ...this.#openPacks.splice(0)]) open.close().catch(() => {})
  }

  #isInjected({ path }: IndexEntry) {
    return this.#version.kind === 'storybook' && (path === 'index.html' || path === 'iframe.html')
  }

  /** Made once while the version stays open. */
  #pageWithScript(entry: IndexEntry): MaybePromise<InjectedPage> {
    const known = this.#pages.get(entry.path)
    if (known) return known.value
    const creating = injectedPage(this.#blob.source, entry, this.#surroundings)
    const page = new Pending(creating)
    this.#pages.set(entry.path, page)
    creating.catch(() => this.#pages.delete(entry.path))
    return creating
  }
}
