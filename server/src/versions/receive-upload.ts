import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { Busboy } from '@fastify/busboy'
import type { BusboyHeaders, BusboyInstance } from '@fastify/busboy'
import { PublishFields } from '@plinth/contract/versions.ts'
import type * as z from 'zod/mini'

import { noteSpentBuffer } from '../archive/spent-memory.ts'
import { Problem } from '../problems.ts'

export type UploadFields = z.output<typeof PublishFields>

/** A form on its way in, over HTTP or not. */
export type UploadRequest = Readable & Pick<IncomingMessage, 'headers'>

export interface ReceivedUpload {
  fields: UploadFields
  zipBytes: number
  sha256: Buffer
}

/** Room for the form around the file: boundaries, part headers, the other fields. */
const formOverhead = 64 * 1024

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
  if (Number(request.headers['content-length']) > maxBytes + formOverhead) throw tooLarge(maxBytes)
  const form = openForm(request, maxBytes)
  const texts: Record<string, string> = {}
  const hash = createHash('sha256')
  let zipBytes: number | undefined
  let writing: Promise<void> | undefined

  form.on('field', (name, value, _, isTruncated) => {
    if (isTruncated)
      form.destroy(new Problem('form_invalid', { detail: `The field ${name.slice(0, 50)} is too long.` }))
    else texts[name] = value
  })
  form.on('file', (name, file) => {
    if (name !== 'File' || writing) {
      file.resume()
      form.destroy(new Problem('form_invalid'))
      return
    }
    let received = 0
    const measure = new Transform({
      transform(chunk: Buffer, _, done) {
        received += chunk.length
        hash.update(chunk)
        noteSpentBuffer(chunk.length, mostSpent)
        done(null, chunk)
      },
    })
    file.on('limit', () => form.destroy(tooLarge(maxBytes)))
    writing = pipeline(file, measure, createWriteStream(path, { flags: 'wx', highWaterMark: inTransit }), {
      signal,
    }).then(() => void (zipBytes = received))
    // Seen below; but the form may fail first, and then nobody would look.
    writing.catch((error: unknown) => form.destroy(error as Error))
  })

  await pipeline(request, form, { signal }).catch((error: unknown) => {
    throw asProblem(error)
  })
  await writing
  if (zipBytes === undefined) throw new Problem('form_invalid')
  return { fields: readFields(texts), zipBytes, sha256: hash.digest() }
}

function openForm(request: UploadRequest, maxBytes: number): BusboyInstance {
  const { 'content-type': type = '' } = request.headers
  if (!type.startsWith('multipart/form-data')) {
    throw new Problem('media_type', { detail: 'Send the upload as multipart/form-data.' })
  }
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: {
        fileSize: maxBytes,
        files: 1,
        fields: 8,
        parts: 10,
        fieldSize: 8 * 1024,
        fieldNameSize: 100,
        headerPairs: 20,
      },
      highWaterMark: inTransit,
      fileHwm: inTransit,
    })
  } catch (cause) {
    throw new Problem('form_invalid', { cause })
  }
}

const tooLarge = (maxBytes: number) =>
  new Problem('upload_too_large', {
    detail: `The zip is larger than the ${Math.floor(maxBytes / 1024 / 1024)} MiB this portal takes.`,
  })

/** What busboy throws is about the form; what the disk throws is about us. */
function asProblem(error: unknown): unknown {
  if (error instanceof Problem) return error
  const { name, code } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || code?.startsWith('E')) return error
  return new Problem('form_invalid', { cause: error })
}

function readFields(texts: Record<string, string>): UploadFields {
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value.trim() !== ''))
  const fields = PublishFields.safeParse(given)
  if (fields.success) return fields.data
  throw new Problem('invalid_input', {
    errors: fields.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  })
}
