import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { WriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

import { PublishFields } from '@plinth/contract/versions.ts'
import type * as z from 'zod/mini'

import { noteSpentBuffer } from '../../archive/spent-memory.ts'
import { Problem } from '../../http/problems.ts'
import { formOverhead } from '../storage/upload-room.ts'
import { boundaryOf, formParser } from './multipart.ts'

export type UploadFields = z.output<typeof PublishFields>

/** A form on its way in, over HTTP or not. */
export type UploadRequest = Readable & Pick<IncomingMessage, 'headers'>

export interface ReceivedUpload {
  fields: UploadFields
  zipBytes: number
  sha256: Buffer
}

/** What each step may hold while the next is busy: little, so that pieces die young and are collected cheaply. */
const inTransit = 256 * 1024

/** Received pieces that may lie about, used and not yet collected. */
const mostSpent = 2 * 1024 * 1024

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
  const hash = createHash('sha256')
  let zipBytes = 0
  let file: WriteStream | undefined
  const parser = formParser(boundary, {
    field: (name, text) => void texts.set(name, text),
    file(name) {
      if (name !== 'File' || file) throw new Problem('form_invalid')
      file = createWriteStream(path, { flags: 'wx', highWaterMark: inTransit })
      file.on('error', (error) => form.destroy(error))
    },
    data(piece) {
      zipBytes += piece.length
      if (zipBytes > maxBytes) throw uploadTooLarge(maxBytes)
      hash.update(piece)
      noteSpentBuffer(piece.length, mostSpent)
      file?.write(piece)
    },
  })
  const form = new Writable({
    highWaterMark: inTransit,
    write: (chunk: Buffer, _, done) => attempt(done, () => parser.push(chunk), file),
    final: (done) => attempt(done, () => parser.end()),
  })
  try {
    await pump(request, form, signal)
    if (!file) throw new Problem('form_invalid')
    await finished(file.end(), { signal })
  } catch (error) {
    await closed(file)
    throw error
  }
  return { fields: readFields(texts), zipBytes, sha256: hash.digest() }
}

/** Goes on when the work is done and the file can take more; what the work throws is the stream's error. */
function attempt(done: (error?: Error) => void, work: () => void, file?: Writable) {
  try {
    work()
  } catch (error) {
    return done(error as Error)
  }
  if (file?.writableNeedDrain) file.once('drain', () => done())
  else done()
}

/**
 * Until all is read or something fails. The request is left as it is then, since it still has to be answered: a
 * pipeline would take its connection away.
 */
async function pump(request: UploadRequest, form: Writable, signal: AbortSignal): Promise<void> {
  // Both may fail once more after the failure that is reported.
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

async function closed(file: WriteStream | undefined): Promise<void> {
  if (!file || file.closed) return
  await new Promise<void>((resolve) => file.once('close', () => resolve()).destroy())
}

export const uploadTooLarge = (maxBytes: number) =>
  new Problem('upload_too_large', {
    detail: `The zip is larger than the ${Math.floor(maxBytes / 1024 / 1024)} MiB this portal takes.`,
  })

function readFields(texts: Map<string, string>): UploadFields {
  const given = Object.fromEntries([...texts].filter(([, value]) => value.trim() !== ''))
  const fields = PublishFields.safeParse(given)
  if (fields.success) return fields.data
  throw new Problem('invalid_input', {
    errors: fields.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  })
}
