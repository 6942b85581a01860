import type { ByteSource } from '../archive/file-source.ts'

/** An archive that can be read from; whoever opened it closes it. */
export interface OpenBlob {
  source: ByteSource
  close(): Promise<void>
}

/** The only door to uploaded bytes. A blob is written once under a new key and never changed. */
export interface BlobStore {
  /** Resolves when the store can take and give bytes. */
  probe(): Promise<void>
  /** The path of a new local file for an upload; `commit` or `discard` ends it. */
  draft(): Promise<string>
  /** Makes the draft durable under `key`. Resolves only when it would survive a power loss; the key must be new. */
  commit(draft: string, key: string): Promise<void>
  discard(draft: string): Promise<void>
  open(key: string): Promise<OpenBlob>
  delete(key: string): Promise<void>
  /** Every key, with the time it was written. */
  list(): AsyncIterable<{ key: string; writtenAt: Date }>
  /** Removes drafts that nobody has written to since `before`. */
  discardAbandoned(before: Date): Promise<number>
}
