import type { Readable } from 'node:stream'

import type { LocalFile } from './file-parts.ts'

export interface ListedObject {
  name: string
  bytes: number
  writtenAt: Date
}

/** What differs between object stores. Names include the prefix; calls have timeouts and are retried a few times. */
export interface ObjectClient {
  probe(signal?: AbortSignal): Promise<void>
  /** Throws BlobTaken if the name exists and the store can tell. Never leaves a partial object. */
  put(name: string, file: LocalFile, signal?: AbortSignal): Promise<void>
  /** The bytes from `start` up to, not including, `end`. Throws BlobMissing. */
  get(name: string, start: number, end: number, signal: AbortSignal): Promise<Readable>
  /** Its size in bytes. Throws BlobMissing. */
  size(name: string): Promise<number>
  delete(name: string): Promise<void>
  list(prefix: string): AsyncIterable<ListedObject>
  /** Aborts unfinished uploads below the prefix that started before then. */
  abortUnfinished(prefix: string, before: Date): Promise<number>
  /** What the operator can do about an error; undefined for unknown errors. */
  explain(error: unknown): string | undefined
  close(): void
}

/** One line that says what went wrong, without the request, which holds signatures. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure'
  if (error.name === 'AbortError') return 'no answer in time'
  const { code, cause } = error as Error & { code?: unknown }
  const [line = ''] = error.message.split('\n')
  const detail = line || (cause instanceof Error ? cause.message : '')
  const known = typeof code === 'string' ? code : error.name
  return [known, detail.slice(0, 300)].filter(Boolean).join(': ')
}

/** Error names of S3, Azure and compatible stores. */
const fullNames = new Set<unknown>([
  'InsufficientCapacity',
  'InsufficientStorage',
  'QuotaExceeded',
  'StorageFull',
  'StorageQuotaExceeded',
  'XMinioStorageFull',
])
const insufficientStorage = 507

/** Whether the store refused because it is full. */
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
