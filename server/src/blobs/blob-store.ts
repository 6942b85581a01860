/** The only door to uploaded bytes. */
export interface BlobStore {
  /** Resolves when the store can take and give bytes. */
  probe(): Promise<void>
}
