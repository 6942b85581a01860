import { createWriteStream } from 'node:fs'
import type { WriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'

import { formatBytes } from '@plinth/contract/format-bytes.ts'
import { PublishFields, PublishForm } from '@plinth/contract/versions.ts'
import type * as z from 'zod/mini'

import { Problem } from '../../http/problems.ts'
import { HashingStream } from '../../shared/hashing-stream.ts'
import { reached } from '../../shared/publish-steps.ts'
import { formOverhead } from '../storage/upload-room.ts'
import { boundaryOf, formParser } from './multipart.ts'
import { unwrittenPieces } from './unwritten-pieces.ts'

export type UploadFields = z.output<typeof PublishFields>

/** An incoming form, over HTTP or not. Chunks are released once they are on disk. */
export type UploadRequest = Readable & Pick<IncomingMessage, 'headers'>

export interface ReceivedUpload {
  fields: UploadFields
  zipBytes: number
  sha256: Buffer
}

/** How much each stream buffers while the next is busy. */
const highWaterMark = 256 * 1024

/** Of 500 commits, with 64 digits each. */
const longFields = new Map([['Ancestors', 40 * 1024]])

/** Streams the form's `File` to `path` as fast as the disk takes it, and collects the fields around it. */
export async function receiveUpload(
  request: UploadRequest,
  path: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ReceivedUpload> {
  if (Number(request.headers['content-length']) > maxBytes + formOverhead) throw uploadTooLarge(maxBytes)
  const boundary = boundaryOf(request.headers['content-type'])
  const texts = new Map<string, string>()
  const zip = new HashingStream({ highWaterMark })
  let zipBytes = 0
  const unwritten = unwrittenPieces()
  let file: WriteStream | undefined
  let written: Promise<void> | undefined
  const parser = formParser(
    boundary,
    {
      field(name, text) {
        if (!knownParts.includes(name)) throw unknownField(name)
        texts.set(name, text)
      },
      file(name) {
        if (name !== 'File' || written) throw new Problem('form_invalid')
        file = createWriteStream(path, { flags: 'wx', highWaterMark })
        file.once('open', () => reached('draft created'))
        written = pipeline(zip, file, { signal })
        written.catch((error: Error) => form.destroy(error))
      },
      data(piece) {
        if (zipBytes === 0) reached('first bytes received')
        zipBytes += piece.length
        if (zipBytes > maxBytes) throw uploadTooLarge(maxBytes)
        zip.write(piece)
        unwritten.add(piece, zipBytes)
        unwritten.releaseUpTo(file?.bytesWritten ?? 0)
      },
    },
    longFields,
  )
  const form = new Writable({
    highWaterMark,
    write: (chunk: Buffer, _, done) => attempt(done, () => parser.push(chunk), zip),
    final: (done) => attempt(done, () => parser.end(), zip),
  })
  try {
    await pump(request, form, signal)
    if (!written) throw new Problem('form_invalid')
    zip.end()
    await written
  } catch (error) {
    zip.destroy()
    // Settles once the file is closed, so that the caller can remove it.
    await written?.catch(() => {})
    throw error
  }
  return { fields: readFields(texts), zipBytes, sha256: zip.sha256() }
}

/** Calls back when the work is done and the zip's stream accepts more; an error of the work is passed on. */
function attempt(done: (error?: Error) => void, work: () => void, zip: Writable) {
  try {
    work()
  } catch (error) {
    return done(error as Error)
  }
  if (zip.writableNeedDrain) zip.once('drain', () => done())
  else done()
}

/**
 * Resolves when everything is read; rejects on the first failure. Unlike `pipeline`, it does not destroy the request on
 * failure, because the client still has to get an answer.
 */
async function pump(request: UploadRequest, form: Writable, signal: AbortSignal): Promise<void> {
  // Both may emit another error after the one that is reported.
  request.on('error', () => {})
  form.on('error', () => {})
  const ends = [finished(request, { signal, writable: false }), finished(form, { signal })]
  request.pipe(form)
  try {
    await Promise.all(ends)
  } finally {
    request.unpipe(form)
    form.destroy()
  }
}

export const uploadTooLarge = (maxBytes: number) =>
  new Problem('upload_too_large', {
    detail: `The zip is larger than the ${formatBytes(maxBytes)} this portal accepts.`,
  })

const knownParts = Object.keys(PublishForm.shape)
const knownList = new Intl.ListFormat('en').format(knownParts)

/** A mistyped name would otherwise lose what was sent under it. */
function unknownField(name: string) {
  const field = name.slice(0, 50)
  const message = `The form has no field ${field}. Its fields are ${knownList}.`
  return new Problem('invalid_input', { detail: message, errors: [{ field, message }] })
}

function readFields(texts: Map<string, string>): UploadFields {
  const given = Object.fromEntries([...texts].filter(([, value]) => value.trim() !== ''))
  const fields = PublishFields.safeParse(given)
  if (fields.success) return fields.data
  throw new Problem('invalid_input', {
    errors: fields.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  })
}
