import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import type { Readable } from 'node:stream'

import { serveEntry } from '../archive/serve-entry.ts'
import type { EntryReply } from '../archive/serve-entry.ts'
import type { MaybePromise } from '../shared/maybe-promise.ts'
import type { FileRequest } from './file-request.ts'
import type { StoredFile } from './injected-page.ts'
import type { OpenArchive } from './open-archives.ts'

export type Headers = Readonly<Record<string, string>>

/** A stream as body has to be read or destroyed. */
export interface Reply {
  status: number
  headers: Headers
  body: Buffer | Readable | undefined
}

/** A file of the archive as an answer over this connection, which keeps the archive open while it is read from. */
export function fileReply(
  archive: OpenArchive,
  { entry, source }: StoredFile,
  { method, headers: asked }: FileRequest,
  added: Headers,
  socket: Socket,
): MaybePromise<Reply> {
  const facts = {
    method: method === 'HEAD' ? 'HEAD' : 'GET',
    acceptEncoding: asked['accept-encoding']?.toString(),
    ifNoneMatch: asked['if-none-match'],
    range: asked.range,
    ifRange: asked['if-range']?.toString(),
  } as const
  const reply = serveEntry(source, entry, facts, archive.bodies, archive.runInSlot)
  return reply instanceof Promise
    ? heldUntilRead(archive, reply, socket).then((read) => withHeaders(read, added))
    : withHeaders(reply, added)
}

async function heldUntilRead(
  archive: OpenArchive,
  replying: Promise<EntryReply>,
  socket: Socket,
): Promise<EntryReply> {
  const release = archive.hold()
  let body: EntryReply['body']
  try {
    const reply = await replying
    body = reply.body
    if (body !== undefined && !Buffer.isBuffer(body)) {
      await archive.admit(body, socket)
      await begun(body)
    }
    return reply
  } catch (error) {
    body = undefined
    if (socket.destroyed) throw new DOMException('The client has left', 'AbortError')
    throw error
  } finally {
    if (body === undefined || Buffer.isBuffer(body)) release()
    else body.once('close', release)
  }
}

/** Waits for the first bytes: what cannot be read at all is still told with a status, not by breaking off. */
function begun(body: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    body.once('readable', resolve)
    body.once('error', reject)
    body.once('close', () => reject(new Error('the body was closed before it began')))
  })
}

const withHeaders = ({ status, headers, body }: EntryReply, added: Headers): Reply => ({
  status,
  headers: together(headers, added),
  body,
})

const joined = new WeakMap<Headers, { added: Headers; all: Headers }>()

/** A file's own headers are the same for every request, and so is what is added to them: they are put together once. */
function together(own: Headers, added: Headers): Headers {
  const known = joined.get(own)
  if (known?.added === added) return known.all
  const all = { ...own, ...added }
  joined.set(own, { added, all })
  return all
}

export async function sendReply(response: ServerResponse, { status, headers, body }: Reply): Promise<void> {
  response.writeHead(status, headers)
  if (body === undefined || Buffer.isBuffer(body)) return void response.end(body)
  // A client that leaves in the middle is no error of ours.
  await new Promise<void>((resolve) => pipeline(body, response, () => resolve()))
}
