import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

import type { IndexEntry } from '../archive/archive-index.ts'
import type { Inflating } from '../archive/entry-body.ts'
import type { StoredFile } from '../archive/serve-entry.ts'
import type { OpenBlob } from '../blobs/blob-store.ts'
import { Pending, whenReady } from '../shared/maybe-promise.ts'
import type { MaybePromise } from '../shared/maybe-promise.ts'
import type { ArchiveFiles } from './archive-files.ts'
import type { Downloads } from './downloads.ts'
import type { AccountBodies } from './hot-bodies.ts'
import { injectedPage } from './injected-page.ts'
import type { InjectedPage, Surroundings } from './injected-page.ts'
import type { OpenPack } from './open-pack.ts'
import type { ViewableVersion } from './store.ts'

/** A version ready to be served. */
export interface OpenArchive {
  /** The file at a path: as uploaded, or, for the pages that a build starts with, with our script. */
  find(path: string, as: 'uploaded' | 'shown'): MaybePromise<StoredFile | undefined>
  /** Whether the version is a Storybook that shows others of this portal inside itself. */
  composes(): Promise<boolean>
  /** Keeps the archive open, while a response streams from it, until the returned function is called. */
  keepOpen(): () => void
  /** The cache of bodies, shared by all versions. */
  bodies: AccountBodies
  /** Accounts share the threads that inflate. */
  inflating: Inflating
  /** Waits until a streamed body may be read over this connection, see Downloads. */
  admit(body: Readable, socket: Socket): Promise<void>
}

interface ArchiveOptions {
  files: ArchiveFiles
  blob: OpenBlob
  bodies: AccountBodies
  downloads: Downloads
  version: ViewableVersion
  surroundings: Surroundings
  /** Called when its size has changed. */
  onResized: () => void
}

export class Archive implements OpenArchive {
  readonly bodies: AccountBodies
  readonly inflating: Inflating
  readonly #downloads: Downloads
  readonly #files: ArchiveFiles
  readonly #blob: OpenBlob
  readonly #version: ViewableVersion
  readonly #surroundings: Surroundings
  readonly #onResized: () => void
  #pageBytes = 0
  readonly #pages = new Map<string, Pending<InjectedPage>>()
  #pack: OpenPack | undefined
  /** With those that were detached, from which other responses may still be streaming. */
  readonly #openPacks = new Set<OpenPack>()
  #users = 0
  #isRetired = false

  constructor(options: ArchiveOptions) {
    const { version, downloads } = options
    this.#files = options.files
    this.#blob = options.blob
    this.bodies = options.bodies
    this.#downloads = downloads
    this.inflating = downloads.inflatingFor(version.accountId)
    this.#version = version
    this.#surroundings = options.surroundings
    this.#onResized = options.onResized
  }

  get versionId() {
    return this.#version.id
  }

  /** About how many bytes of memory it takes. */
  get size() {
    return this.#files.bytes + this.#pageBytes + (this.#pack?.size ?? 0)
  }

  find(path: string, as: 'uploaded' | 'shown'): MaybePromise<StoredFile | undefined> {
    return whenReady(this.#files.find(path), (entry) => {
      if (!entry) return undefined
      return as === 'shown' && this.#isInjected(entry)
        ? this.#pageWithScript(entry)
        : { entry, source: this.#blob.source, brotli: this.#pack?.formOf(entry) }
    })
  }

  hasPack() {
    return this.#pack !== undefined
  }

  attachPack(pack: OpenPack) {
    this.#openPacks.add(pack)
    this.#usePack(pack)
  }

  /** It can no longer be read. */
  detachPack(pack: OpenPack) {
    if (this.#pack === pack) this.#usePack(undefined)
  }

  #usePack(pack: OpenPack | undefined) {
    this.#pack = pack
    this.#closeUnused()
    this.#onResized()
  }

  async composes() {
    const entry = await this.#files.find('index.html')
    const isStorybook = this.#version.kind === 'storybook'
    return entry !== undefined && isStorybook && (await this.#pageWithScript(entry)).composes
  }

  keepOpen() {
    this.#users += 1
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#users -= 1
      this.#closeUnused()
    }
  }

  admit(body: Readable, socket: Socket) {
    return this.#downloads.admit(this.#version.accountId, body, socket)
  }

  /** Closes the archive as soon as no response uses it. */
  retire() {
    this.#isRetired = true
    this.#closeUnused()
  }

  #closeUnused() {
    if (this.#users > 0) return
    for (const pack of this.#openPacks) {
      if (pack === this.#pack && !this.#isRetired) continue
      this.#openPacks.delete(pack)
      pack.close().catch(() => {})
    }
    if (this.#isRetired) this.#blob.close().catch(() => {})
  }

  #isInjected({ path }: IndexEntry) {
    return path === 'index.html' || (this.#version.kind === 'storybook' && path === 'iframe.html')
  }

  /** Made once while the version stays open. */
  #pageWithScript(entry: IndexEntry): MaybePromise<InjectedPage> {
    const known = this.#pages.get(entry.path)
    if (known) return known.value
    const creating = injectedPage(this.#blob.source, entry, this.#version.kind, this.#surroundings)
    const page = new Pending(creating)
    this.#pages.set(entry.path, page)
    creating.then(this.#countPage, () => this.#pages.delete(entry.path)).finally(this.keepOpen())
    return creating
  }

  readonly #countPage = ({ bytes }: InjectedPage) => {
    this.#pageBytes += bytes
    this.#onResized()
  }
}
