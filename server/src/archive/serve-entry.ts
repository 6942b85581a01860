import type { Readable } from 'node:stream'

import type { RunInSlot } from '../shared/fair-slots.ts'
import { prefersGzip } from './accept-encoding.ts'
import type { IndexEntry } from './archive-index.ts'
import { contentBody, entryBody, gzipBody } from './entry-body.ts'
import type { ByteSource } from './file-source.ts'
import { matchesAnyTag, parseRange, matchesIfRange } from './preconditions.ts'
import { prepareEntry } from './served-entry.ts'
import type { EntryHeaders, Representation } from './served-entry.ts'

/** The parts of a request that decide how an entry is served; header values as received. */
export interface RequestFacts {
  method: 'GET' | 'HEAD'
  acceptEncoding?: string | undefined
  ifNoneMatch?: string | undefined
  range?: string | undefined
  ifRange?: string | undefined
}

export interface EntryReply {
  status: 200 | 206 | 304 | 416
  /** Shared between requests and frozen: add to a copy. */
  headers: EntryHeaders
  body: Buffer | Readable | undefined
}

/** Whole bodies kept in memory. A cached body is never written to. */
export interface BodyCache {
  get(representation: Representation): Buffer | undefined
  /**
   * Undefined if the body is not to be kept. Otherwise it is to be read as a whole, however large, and handed to the
   * returned function; without it if that failed.
   */
  admit(representation: Representation): ((body: Buffer | undefined) => void) | undefined
}

/**
 * Content-Length is always exact, also for HEAD. A streamed body must be read or destroyed; until then it reads nothing.
 * Replies synchronously when nothing has to be read. `runInSlot` limits how many whole bodies are inflated at once.
 */
export function serveEntry(
  source: ByteSource,
  entry: IndexEntry,
  facts: RequestFacts,
  cache?: BodyCache,
  runInSlot?: RunInSlot,
): EntryReply | Promise<EntryReply> {
  const served = prepareEntry(entry)
  const isGet = facts.method === 'GET'
  const rangeHeader = isGet && served.ranges ? facts.range : undefined
  // A player that requests a range wants to seek, which it cannot do in gzip, so it gets the content as is.
  const gzip = rangeHeader === undefined && prefersGzip(facts.acceptEncoding) ? served.gzip : undefined
  const representation = gzip ?? served.identity

  if (matchesAnyTag(facts.ifNoneMatch, representation.tag))
    return { status: 304, headers: representation.notModified, body: undefined }
  if (!isGet) return { status: 200, headers: representation.full, body: undefined }

  const range = matchesIfRange(facts.ifRange, representation.tag)
    ? parseRange(rangeHeader, entry.size)
    : undefined
  if (range === undefined) {
    const known = cache?.get(representation)
    if (known !== undefined) return { status: 200, headers: representation.full, body: known }
    const read = (isWhole: boolean) =>
      gzip === undefined
        ? contentBody(source, entry, isWhole, runInSlot)
        : gzipBody(source, entry, served.trailer, isWhole)
    return readAndKeep(read, representation, cache).then((body) => ({
      status: 200,
      headers: representation.full,
      body,
    }))
  }
  if (range === 'unsatisfiable') {
    const headers = {
      ...representation.notModified,
      'content-range': `bytes */${entry.size}`,
      'content-length': '0',
    }
    return { status: 416, headers, body: undefined }
  }
  const headers = {
    ...representation.full,
    'content-length': String(range.end - range.start),
    'content-range': `bytes ${range.start}-${range.end - 1}/${entry.size}`,
  }
  return entryBody(source, entry, range, runInSlot).then((body) => ({ status: 206, headers, body }))
}

async function readAndKeep(
  read: (isWhole: boolean) => Promise<Buffer | Readable>,
  representation: Representation,
  cache: BodyCache | undefined,
): Promise<Buffer | Readable> {
  const keep = cache?.admit(representation)
  let body: Buffer | Readable | undefined
  try {
    body = await read(keep !== undefined)
    return body
  } finally {
    keep?.(Buffer.isBuffer(body) ? body : undefined)
  }
}
