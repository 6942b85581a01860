import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import type { Readable } from 'node:stream'

import { serveEntry } from '../archive/serve-entry.ts'
import type { EntryReply, StoredFile } from '../archive/serve-entry.ts'
import type { MaybePromise } from '../shared/maybe-promise.ts'
import type { OpenArchive } from './archive.ts'
import type { FileRequest } from './file-request.ts'

export type Headers = Readonly<Record<string, string>>

/** If the body is a stream, it must be read or destroyed. */
export interface Reply {
  status: number
  headers: Headers
  body: Buffer | Readable | undefined
}

/** The reply with a file of the archive, which stays open until the body has been read. */
export function fileReply(
  archive: OpenArchive,
  file: StoredFile,
  { method, headers: requested }: FileRequest,
  added: Headers,
  socket: Socket,
): MaybePromise<Reply> {
  const facts = {
    method: method === 'HEAD' ? 'HEAD' : 'GET',
    acceptEncoding: requested['accept-encoding']?.toString(),
    ifNoneMatch: requested['if-none-match'],
    range: requested.range,
    ifRange: requested['if-range']?.toString(),
  } as const
  const reply = serveEntry(file, facts, archive.bodies, archive.inflating)
  return reply instanceof Promise
    ? keepOpenUntilRead(archive, reply, socket).then((ready) => holdAndAdd(archive, ready, added, socket))
    : holdAndAdd(archive, reply, added, socket)
}

function holdAndAdd(archive: OpenArchive, reply: EntryReply, added: Headers, socket: Socket): Reply {
  const release = Buffer.isBuffer(reply.body) ? archive.bodies.hold(reply.body) : undefined
  if (release) whenSent(socket, release)
  return withHeaders(reply, added)
}

/** Held bodies are larger than what a socket buffers, so it always reports that it has sent one. */
function whenSent(socket: Socket, release: () => void): void {
  if (socket.destroyed) return release()
  const settle = () => {
    socket.off('drain', settle)
    socket.off('close', settle)
    release()
  }
  socket.on('drain', settle)
  socket.on('close', settle)
}

async function keepOpenUntilRead(
  archive: OpenArchive,
  pending: Promise<EntryReply>,
  socket: Socket,
): Promise<EntryReply> {
  const release = archive.keepOpen()
  let body: EntryReply['body']
  try {
    const reply = await pending
    body = reply.body
    if (body !== undefined && !Buffer.isBuffer(body)) {
      await archive.admit(body, socket)
      await firstBytes(body)
    }
    return reply
  } catch (error) {
    body = undefined
    if (socket.destroyed) throw new DOMException('The client disconnected', 'AbortError')
    throw error
  } finally {
    if (body === undefined || Buffer.isBuffer(body)) release()
    else body.once('close', release)
  }
}

/** If the body cannot be read at all, the response still gets an error status instead of breaking off. */
function firstBytes(body: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    body.once('readable', resolve)
    body.once('error', reject)
    body.once('close', () => reject(new Error('the body was closed before its first bytes')))
  })
}

const withHeaders = ({ status, headers, body }: EntryReply, added: Headers): Reply => ({
  status,
  headers: merge(headers, added),
  body,
})

const merged = new WeakMap<Headers, { added: Headers; all: Headers }>()

/** A file's own headers and the added ones are the same for every request, so they are merged once. */
function merge(own: Headers, added: Headers): Headers {
  const known = merged.get(own)
  if (known?.added === added) return known.all
  const all = { ...own, ...added }
  merged.set(own, { added, all })
  return all
}

export async function sendReply(response: ServerResponse, { status, headers, body }: Reply): Promise<void> {
  response.writeHead(status, headers)
  if (body === undefined || Buffer.isBuffer(body)) return void response.end(body)
  // A client that disconnects is not our error.
  await new Promise<void>((resolve) => pipeline(body, response, () => resolve()))
}
