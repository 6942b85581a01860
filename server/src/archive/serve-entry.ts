import type { Readable } from 'node:stream'

import type { RunInSlot } from '../shared/fair-slots.ts'
import { prefersGzip } from './accept-encoding.ts'
import type { IndexEntry } from './archive-index.ts'
import { entryBody, gzipBody } from './entry-body.ts'
import type { ByteSource } from './file-source.ts'
import { matchesAnyTag, parseRange, rangeHolds } from './preconditions.ts'
import { prepareEntry } from './served-entry.ts'
import type { EntryHeaders, ServedForm } from './served-entry.ts'

/** What of a request decides how an entry is served; header values as received. */
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

/** Whole bodies that are worth keeping. They are never written to once they are in here. */
export interface KeptBodies {
  get(form: ServedForm): Buffer | undefined
  set(form: ServedForm, body: Buffer): void
}

/**
 * Content-Length is always exact, for HEAD too. A stream as body must be read or destroyed, and reads nothing before it
 * is read from. Answers at once where nothing has to be read. `runInSlot` is for inflating a body as a whole.
 */
export function serveEntry(
  source: ByteSource,
  entry: IndexEntry,
  facts: RequestFacts,
  kept?: KeptBodies,
  runInSlot?: RunInSlot,
): EntryReply | Promise<EntryReply> {
  const served = prepareEntry(entry)
  const isGet = facts.method === 'GET'
  const rangeHeader = isGet && served.ranges ? facts.range : undefined
  // A player that asks for a part wants to seek, which it cannot do in gzip; so it gets the content as it is.
  const gzip = rangeHeader === undefined && prefersGzip(facts.acceptEncoding) ? served.gzip : undefined
  const form = gzip ?? served.identity

  if (matchesAnyTag(facts.ifNoneMatch, form.tag))
    return { status: 304, headers: form.notModified, body: undefined }
  if (!isGet) return { status: 200, headers: form.full, body: undefined }

  const range = rangeHolds(facts.ifRange, form.tag) ? parseRange(rangeHeader, entry.size) : undefined
  if (range === undefined) {
    const known = kept?.get(form)
    if (known !== undefined) return { status: 200, headers: form.full, body: known }
    const reading =
      gzip === undefined
        ? entryBody(source, entry, { start: 0, end: entry.size }, runInSlot)
        : gzipBody(source, entry, served.trailer)
    return reading.then((body) => {
      if (Buffer.isBuffer(body)) kept?.set(form, body)
      return { status: 200, headers: form.full, body }
    })
  }
  if (range === 'unsatisfiable') {
    const headers = { ...form.notModified, 'content-range': `bytes */${entry.size}`, 'content-length': '0' }
    return { status: 416, headers, body: undefined }
  }
  const headers = {
    ...form.full,
    'content-length': String(range.end - range.start),
    'content-range': `bytes ${range.start}-${range.end - 1}/${entry.size}`,
  }
  return entryBody(source, entry, range, runInSlot).then((body) => ({ status: 206, headers, body }))
}
