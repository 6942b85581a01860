import type { Readable } from 'node:stream'

import { acceptedForms } from './accept-encoding.ts'
import type { IndexEntry } from './archive-index.ts'
import { canBeReadWhole, contentBody, entryBody, gzipBody } from './entry-body.ts'
import type { Inflating } from './entry-body.ts'
import type { ByteSource } from './file-source.ts'
import type { BrotliForm } from './packs/brotli-form.ts'
import { matchesAnyTag, parseRange, matchesIfRange } from './preconditions.ts'
import { prepareEntry } from './served-entry.ts'
import type { EntryHeaders, Representation } from './served-entry.ts'

/** A file of a version, where its bytes are, and its Brotli form if there is one. */
export interface StoredFile {
  entry: IndexEntry
  source: ByteSource
  brotli?: BrotliForm | undefined
}

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
 * Replies synchronously when nothing has to be read. `inflating` shares that work between accounts.
 */
export function serveEntry(
  file: StoredFile,
  facts: RequestFacts,
  cache?: BodyCache,
  inflating?: Inflating,
): EntryReply | Promise<EntryReply> {
  const { entry, source } = file
  const served = prepareEntry(entry)
  const isGet = facts.method === 'GET'
  const rangeHeader = isGet && served.ranges ? facts.range : undefined
  const accepted = acceptedForms(facts.acceptEncoding)
  // A player that requests a range wants to seek, which it cannot do in gzip, so it gets the content as is.
  const gzip = rangeHeader === undefined && accepted.gzip ? served.gzip : undefined
  const brotli = rangeHeader === undefined && accepted.brotli ? file.brotli : undefined
  const representation = brotli?.representation ?? gzip ?? served.identity

  if (matchesAnyTag(facts.ifNoneMatch, representation.tag))
    return { status: 304, headers: representation.notModified, body: undefined }
  if (!isGet) return { status: 200, headers: representation.full, body: undefined }

  const range = matchesIfRange(facts.ifRange, representation.tag)
    ? parseRange(rangeHeader, entry.size)
    : undefined
  if (range === undefined) {
    const known = cache?.get(representation)
    if (known !== undefined) return { status: 200, headers: representation.full, body: known }
    const read = (isWhole: boolean) => {
      if (brotli) return brotli.read(isWhole)
      return gzip
        ? gzipBody(source, entry, served.trailer, isWhole)
        : contentBody(source, entry, isWhole, inflating)
    }
    const isKept = brotli !== undefined || gzip !== undefined || canBeReadWhole(entry)
    const reply = readAndKeep(read, representation, isKept ? cache : undefined).then<EntryReply>((body) => ({
      status: 200,
      headers: representation.full,
      body,
    }))
    // The archive has it too.
    return brotli ? reply.catch(() => serveEntry({ entry, source }, facts, cache, inflating)) : reply
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
  return entryBody(source, entry, range, inflating).then((body) => ({ status: 206, headers, body }))
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
