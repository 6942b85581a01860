import type { ByteSource } from '../archive/file-source.ts'

/** A blob that is open for reading; the caller closes it. */
export interface OpenBlob {
  source: ByteSource
  bytes: number
  /** Its path, if it is a file on this machine. */
  path?: string
  close(): Promise<void>
}

export interface ListedBlob {
  key: string
  bytes: number
  writtenAt: Date
}

/** The only access to uploaded bytes. A blob is written once under a new key and never changed. */
export interface BlobStore {
  /** Resolves when the store is usable. */
  probe(signal?: AbortSignal): Promise<void>
  /** The path of a new local file for an upload; `commit` or `discard` removes it. */
  draft(): Promise<string>
  /**
   * Makes the draft durable under `key`. Resolves only when it would survive a power loss, and leaves nothing under
   * the key if it fails. Throws BlobTaken when the key exists. Once aborted, it stops as soon as the store allows; a
   * blob that was written nevertheless is unreferenced.
   */
  commit(draft: string, key: string, signal?: AbortSignal): Promise<void>
  discard(draft: string): Promise<void>
  /** Bytes free for drafts on this machine. */
  freeForDrafts(): Promise<number>
  /** Throws BlobMissing if there is no such blob. */
  open(key: string): Promise<OpenBlob>
  /** Succeeds even if there is no such blob. */
  delete(key: string): Promise<void>
  /** Every blob; some are listed twice while a store is being moved. */
  list(): AsyncIterable<ListedBlob>
  /** Removes stale files from this machine, and returns how many drafts had not been written to since `before`. */
  tidy(before: Date): Promise<number>
  /** Removes what uploads interrupted before then left in the store, and returns how many there were. */
  abortUnfinished(before: Date): Promise<number>
  /** The id of the database that owns these archives; undefined when unclaimed. It is not stored as a blob. */
  owner(): Promise<string | undefined>
  /** Sets the owner unless there is one. Stores without conditional writes keep the later of two: check `owner` again. */
  claim(owner: string): Promise<void>
  releaseClaim(): Promise<void>
  close(): Promise<void>
}

/** What a store is used for: archives, packs, pictures, or the other files of a backup. */
export interface BlobKind {
  folder: string
  suffix: string
}

export const archiveKind: BlobKind = { folder: 'archives', suffix: '.zip' }

/** Derived from archives: a pack that is lost is written again. */
export const packKind: BlobKind = { folder: 'packs', suffix: '.br' }

/** Taken of archives: a picture that is lost is taken again. */
export const pictureKind: BlobKind = { folder: 'pictures', suffix: '.img' }

/** Outside the folders, so that it is not listed as a blob. */
export const ownerName = 'owner'

export class BlobMissing extends Error {
  override name = 'BlobMissing'

  constructor(key: string, options?: ErrorOptions) {
    super(`there is no ${key} in the store`, options)
  }
}

export async function openIfExists(store: BlobStore, key: string): Promise<OpenBlob | undefined> {
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
    super(`the store already has another ${key}`, options)
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

/** Keys are public ids or names made by the backup; none can lead out of the store. */
export const isKey = (text: string): boolean =>
  text.length <= 200 && /^[a-z0-9][a-z0-9_-]*(?:\/[a-z0-9][a-z0-9_.-]*)?$/.test(text)

export function assertKey(text: string): void {
  if (!isKey(text)) throw new Error('not a valid blob key')
}
