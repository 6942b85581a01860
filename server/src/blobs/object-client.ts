import type { Readable } from 'node:stream'

import type { LocalFile } from './file-parts.ts'

export interface ListedObject {
  name: string
  bytes: number
  writtenAt: Date
}

/** What differs between object stores. Names include the prefix; calls have time limits and are tried again a few times. */
export interface ObjectClient {
  probe(signal?: AbortSignal): Promise<void>
  /** Takes the name only if it is free, where the store can promise that; throws BlobTaken. Leaves no half object. */
  put(name: string, file: LocalFile, signal?: AbortSignal): Promise<void>
  /** The bytes from `start` up to, not including, `end`. Throws BlobMissing. */
  get(name: string, start: number, end: number, signal: AbortSignal): Promise<Readable>
  /** How many bytes it has. Throws BlobMissing. */
  size(name: string): Promise<number>
  delete(name: string): Promise<void>
  list(prefix: string): AsyncIterable<ListedObject>
  /** Gives up uploads below the prefix that began before then and never ended. */
  abortUnfinished(prefix: string, before: Date): Promise<number>
  /** What the operator can do about a failure; undefined where the failure says nothing of its own. */
  explain(error: unknown): string | undefined
  close(): void
}

/** One line that says what went wrong, without the request: that holds signatures. */
export function sayFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure'
  if (error.name === 'AbortError') return 'it gave no answer in time'
  const { code, cause } = error as Error & { code?: unknown }
  const [line = ''] = error.message.split('\n')
  const detail = line || (cause instanceof Error ? cause.message : '')
  const known = typeof code === 'string' ? code : error.name
  return [known, detail.slice(0, 300)].filter(Boolean).join(': ')
}

/** What S3, Azure and those who speak their languages call it. */
const fullNames = new Set<unknown>([
  'InsufficientCapacity',
  'InsufficientStorage',
  'QuotaExceeded',
  'StorageFull',
  'StorageQuotaExceeded',
  'XMinioStorageFull',
])
const insufficientStorage = 507

/** Whether the store refuses for want of room. */
export function isStoreFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { name, code, statusCode, $metadata } = error as Error & {
    code?: unknown
    statusCode?: unknown
    $metadata?: { httpStatusCode?: unknown }
  }
  const status = statusCode ?? $metadata?.httpStatusCode
  return fullNames.has(name) || fullNames.has(code) || status === insufficientStorage
}
