import type { ByteSource } from '../archive/file-source.ts'

/** An archive that can be read from; whoever opened it closes it. */
export interface OpenBlob {
  source: ByteSource
  bytes: number
  /** Where it lies as a file, if it lies on this machine. */
  path?: string
  close(): Promise<void>
}

export interface ListedBlob {
  key: string
  bytes: number
  writtenAt: Date
}

/** The only door to uploaded bytes. A blob is written once under a new key and never changed. */
export interface BlobStore {
  /** Resolves when the store can take and give bytes. */
  probe(signal?: AbortSignal): Promise<void>
  /** The path of a new local file for an upload; `commit` or `discard` ends it. */
  draft(): Promise<string>
  /**
   * Makes the draft durable under `key`. Resolves only when it would survive a power loss, and leaves nothing under
   * the key if it fails. Throws BlobTaken where the key is not new. Aborted, it stops as soon as the store lets it; what
   * may be under the key then belongs to nobody.
   */
  commit(draft: string, key: string, signal?: AbortSignal): Promise<void>
  discard(draft: string): Promise<void>
  /** The bytes drafts may still take on this machine. */
  freeForDrafts(): Promise<number>
  /** Throws BlobMissing where there is none. */
  open(key: string): Promise<OpenBlob>
  /** Also succeeds where there is none. */
  delete(key: string): Promise<void>
  /** Every blob; while a store is being moved, some twice. */
  list(): AsyncIterable<ListedBlob>
  /** Removes from this machine what is of no use any more, and counts the drafts not written to since `before`. */
  tidy(before: Date): Promise<number>
  /** Removes what uploads that broke off before then have left in the store itself, and counts them. */
  abortUnfinished(before: Date): Promise<number>
  /** The mark of the database whose archives these are; undefined where there is none. It is no blob. */
  owner(): Promise<string | undefined>
  /** Marks it, unless it bears a mark. Stores that cannot promise that take the later of two: ask for the owner again. */
  claim(owner: string): Promise<void>
  /** Takes the mark away. */
  disclaim(): Promise<void>
  close(): Promise<void>
}

/** What a store is used for: archives, or what a backup keeps beside them. */
export interface BlobKind {
  folder: string
  suffix: string
}

export const archiveKind: BlobKind = { folder: 'archives', suffix: '.zip' }

/** Beside the folders, so that no list of blobs names it. */
export const ownerName = 'owner'

export class BlobMissing extends Error {
  override name = 'BlobMissing'

  constructor(key: string, options?: ErrorOptions) {
    super(`there is no ${key} in the store`, options)
  }
}

export async function openIfThere(store: BlobStore, key: string): Promise<OpenBlob | undefined> {
  try {
    return await store.open(key)
  } catch (error) {
    if (error instanceof BlobMissing) return undefined
    throw error
  }
}

export class BlobTaken extends Error {
  override name = 'BlobTaken'

  constructor(key: string, options?: ErrorOptions) {
    super(`there is another ${key} in the store already`, options)
  }
}

/** The store cannot be reached, or fails; trying again later may help. */
export class BlobStoreUnavailable extends Error {
  override name = 'BlobStoreUnavailable'
  readonly code = 'unavailable'
  /** In seconds. */
  readonly retryAfter = 5

  constructor(reason: string) {
    super('The blob store does not answer. Try again shortly.', { cause: new Error(reason) })
  }
}

/** The store has no room for another blob. */
export class BlobStoreFull extends Error {
  override name = 'BlobStoreFull'
  readonly code = 'storage_full'

  constructor(reason: string) {
    super('The blob store is full.', { cause: new Error(reason) })
  }
}

export const isBlobStoreFailure = (error: unknown): error is BlobStoreUnavailable | BlobStoreFull =>
  error instanceof BlobStoreUnavailable || error instanceof BlobStoreFull

/** Keys are public ids, or names the backup makes: nothing in them can lead out of the store. */
export const isKey = (text: string): boolean =>
  text.length <= 200 && /^[a-z0-9][a-z0-9_-]*(?:\/[a-z0-9][a-z0-9_.-]*)?$/.test(text)

export function assertKey(text: string): void {
  if (!isKey(text)) throw new Error('this can be no key of a blob')
}
