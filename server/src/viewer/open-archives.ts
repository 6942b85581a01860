import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

import { LRUCache } from 'lru-cache'

import { decodeIndex, findEntry } from '../archive/archive-index.ts'
import type { ArchiveIndex, IndexEntry } from '../archive/archive-index.ts'
import type { BodyCache } from '../archive/serve-entry.ts'
import type { BlobStore, OpenBlob } from '../blobs/blob-store.ts'
import type { Database } from '../database/connect.ts'
import type { Metrics } from '../operations/metrics/metrics.ts'
import type { Config } from '../settings/config.ts'
import type { RunInSlot } from '../shared/fair-slots.ts'
import { Pending } from '../shared/maybe-promise.ts'
import type { MaybePromise } from '../shared/maybe-promise.ts'
import { openDownloads } from './downloads.ts'
import type { Downloads } from './downloads.ts'
import { hotBodies } from './hot-bodies.ts'
import { injectedPage } from './injected-page.ts'
import type { StoredFile } from './injected-page.ts'
import { findArchiveIndex } from './store.ts'
import type { ViewableVersion } from './store.ts'

/** A version ready to be served from. Held while a response streams, so that it is not closed under it. */
export interface OpenArchive {
  /** The file at a path: as it was uploaded, or, for a Storybook's own pages, as it is shown in the frame. */
  find(path: string, as: 'uploaded' | 'shown'): MaybePromise<StoredFile | undefined>
  hold(): () => void
  /** Small bodies of all versions together. */
  bodies: BodyCache
  /** For inflating whole bodies: accounts share the threads. */
  runInSlot: RunInSlot
  /** Waits until a streamed body may be read over this connection, see Downloads. */
  admit(body: Readable, socket: Socket): Promise<void>
}

export interface OpenArchives {
  open(version: ViewableVersion): MaybePromise<OpenArchive | undefined>
  close(): void
}

const mostOpen = 200
const indexBytes = 64 * 1024 * 1024
const hotBytes = 64 * 1024 * 1024

interface OpenArchivesOptions {
  db: Database
  blobs: BlobStore
  config: Config
  metrics: Metrics
}

/** Keeps recently viewed versions open: their index and small files in memory, their zip with an open handle. */
export function openArchives({ db, blobs, config, metrics }: OpenArchivesOptions): OpenArchives {
  const downloads = openDownloads(config.limits.downloads, metrics)
  const bodies = hotBodies(hotBytes, metrics.cache('small files'))
  const counters = metrics.cache('open archives')
  const archives = new LRUCache<number, Pending<Archive | undefined>>({
    max: mostOpen,
    maxSize: indexBytes,
    dispose: (opening) =>
      void Promise.resolve(opening.value).then(
        (archive) => archive?.retire(),
        () => {},
      ),
  })

  async function load(version: ViewableVersion): Promise<Archive | undefined> {
    const encoded = await findArchiveIndex(db, version.id)
    if (!encoded) return undefined
    const blob = await blobs.open(version.publicId)
    return new Archive(encoded, blob, bodies, downloads, version, config.publicUrl.origin)
  }

  /** The size is known only once it is loaded; what could not be loaded is asked for again next time. */
  async function settle(id: number, opening: Pending<Archive | undefined>) {
    const archive = await Promise.resolve(opening.value).catch(() => undefined)
    if (archives.peek(id) !== opening) return
    if (!archive) archives.delete(id)
    else archives.set(id, opening, { size: Math.min(archive.size, indexBytes), noDisposeOnSet: true })
  }

  return {
    open(version) {
      const known = archives.get(version.id)
      if (known) {
        counters.hits.value += 1
        return known.value
      }
      counters.misses.value += 1
      const opening = new Pending(load(version))
      archives.set(version.id, opening, { size: 1 })
      void settle(version.id, opening)
      return opening.value
    },
    close: () => archives.clear(),
  }
}

class Archive implements OpenArchive {
  readonly size: number
  readonly bodies: BodyCache
  readonly runInSlot: RunInSlot
  readonly #downloads: Downloads
  readonly #index: ArchiveIndex
  readonly #blob: OpenBlob
  readonly #version: ViewableVersion
  readonly #portalOrigin: string
  readonly #pages = new Map<string, Pending<StoredFile>>()
  #holders = 0
  #isRetired = false

  constructor(
    encoded: Buffer,
    blob: OpenBlob,
    bodies: BodyCache,
    downloads: Downloads,
    version: ViewableVersion,
    portalOrigin: string,
  ) {
    this.#index = decodeIndex(encoded)
    this.#blob = blob
    this.bodies = bodies
    this.#downloads = downloads
    this.runInSlot = downloads.inflationSlots(version.accountId)
    this.#version = version
    this.#portalOrigin = portalOrigin
    // Names may be long: they are nearly all there is of what is encoded.
    this.size = encoded.length + this.#index.entries.size * 200
  }

  find(path: string, as: 'uploaded' | 'shown'): MaybePromise<StoredFile | undefined> {
    const entry = findEntry(this.#index, path)
    if (!entry) return undefined
    return as === 'shown' && this.#isInjected(entry)
      ? this.#pageOf(entry)
      : { entry, source: this.#blob.source }
  }

  hold() {
    this.#holders += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#holders -= 1
      this.#closeIfUnused()
    }
  }

  admit(body: Readable, socket: Socket) {
    return this.#downloads.admit(this.#version.accountId, body, socket)
  }

  retire() {
    this.#isRetired = true
    this.#closeIfUnused()
  }

  #closeIfUnused() {
    if (this.#isRetired && this.#holders === 0) this.#blob.close().catch(() => {})
  }

  #isInjected({ path }: IndexEntry) {
    return this.#version.kind === 'storybook' && (path === 'index.html' || path === 'iframe.html')
  }

  /** Made once for as long as the version stays open. */
  #pageOf(entry: IndexEntry): MaybePromise<StoredFile> {
    const known = this.#pages.get(entry.path)
    if (known) return known.value
    const making = injectedPage(this.#blob.source, entry, this.#portalOrigin)
    const page = new Pending(making)
    this.#pages.set(entry.path, page)
    making.catch(() => this.#pages.delete(entry.path))
    return making
  }
}
