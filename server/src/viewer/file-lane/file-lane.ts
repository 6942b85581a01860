import type { Server } from 'node:http'
import type { Socket } from 'node:net'

import type { Logger } from 'pino'

import { answerOnSocket } from '../../http/client-errors.ts'
import { whenReady } from '../../shared/maybe-promise.ts'
import type { MaybePromise } from '../../shared/maybe-promise.ts'
import type { Reply } from '../file-reply.ts'
import type { FileRequest } from '../file-request.ts'
import { createHeadReader } from './request-head.ts'
import { responseHead } from './response-head.ts'

/** Copying a smaller body behind its head is cheaper than sending two buffers. */
const maxCopiedBytes = 16 * 1024

/** The reply to a request, or undefined if Node's server should answer it. */
export type ReplyTo = (request: FileRequest, socket: Socket) => MaybePromise<Reply> | undefined

/**
 * Answers plain requests for files directly on the socket. Node's request and response objects cost more than the rest
 * of serving a small file. Any other request is handed, with its connection, to Node's own server, so the lane needs to
 * understand only what it answers. The only entry point; why: docs/decisions/021-file-lane.md.
 */
export function addFileLane(server: Server, log: Logger, replyTo: ReplyTo): Server {
  const nodeListeners = server.listeners('connection')
  server.removeAllListeners('connection')
  const lanes = new Map<Socket, Lane>()
  server.on('connection', (socket: Socket) => {
    const handToNode = () => {
      lanes.delete(socket)
      for (const listener of nodeListeners) listener.call(server, socket)
    }
    lanes.set(socket, openLane(socket, log, replyTo, handToNode))
    socket.once('close', () => lanes.delete(socket))
  })

  // One interval for all connections is cheaper than a timer per request.
  const closeUnused = setInterval(() => {
    for (const [socket, lane] of lanes) if (!lane.wasUsed() && !lane.isAnswering()) socket.destroy()
  }, server.keepAliveTimeout).unref()
  server.once('close', () => clearInterval(closeUnused))

  // Node knows only the connections it was given.
  const closeIdle = server.closeIdleConnections.bind(server)
  const closeAll = server.closeAllConnections.bind(server)
  server.closeIdleConnections = () => {
    for (const [socket, lane] of lanes) if (lane.isIdle()) socket.destroy()
    closeIdle()
  }
  server.closeAllConnections = () => {
    for (const socket of lanes.keys()) socket.destroy()
    closeAll()
  }
  return server
}

interface Lane {
  /** False while a response is being made or is still in the socket's buffer. */
  isIdle(): boolean
  /** Whether any bytes were transferred since the last call. */
  wasUsed(): boolean
  /** Whether the client waits, perhaps for a store that takes long. */
  isAnswering(): boolean
}

function openLane(socket: Socket, log: Logger, replyTo: ReplyTo, handToNode: () => void): Lane {
  const readHead = createHeadReader()
  let isBusy = false
  let hasEnded = false
  let transferred = -1
  /** received while a response was being sent */
  const pending: Buffer[] = []

  function onData(chunk: Buffer) {
    if (isBusy) {
      pending.push(chunk)
      socket.pause()
      return
    }
    let isAnswering = false
    // An error thrown to the socket, which calls this, would end the process.
    try {
      const request = readHead(chunk)
      const reply = request && replyTo(request, socket)
      if (reply === undefined) return handOver(chunk)
      isAnswering = true
      const sending = whenReady(reply, (ready) => send(socket, ready))
      if (!(sending instanceof Promise)) return
      isBusy = true
      sending.then(onSent).catch(onFailed)
    } catch (error) {
      onFailed(error, isAnswering)
    }
  }

  function onSent() {
    isBusy = false
    // Nobody would remove it from Node's list of connections.
    if (socket.destroyed) return
    if (pending.length > 0) handOver(Buffer.concat(pending))
    else if (hasEnded) socket.end()
  }

  function onEnd() {
    hasEnded = true
    if (!isBusy) socket.end()
  }

  function onFailed(error: unknown, isAnswering = true) {
    if (socket.destroyed) return
    log.warn({ err: error }, 'a request for a file could not be handled')
    if (isAnswering) socket.destroy()
    else answerOnSocket(socket, 400)
  }

  const onError = () => void socket.destroy()

  function handOver(chunk: Buffer) {
    for (const [event, listener] of listeners) socket.off(event, listener)
    socket.pause()
    socket.unshift(chunk)
    handToNode()
    socket.resume()
  }

  const listeners = [
    ['data', onData],
    ['end', onEnd],
    ['error', onError],
  ] as const
  for (const [event, listener] of listeners) socket.on(event, listener)
  return {
    isIdle: () => !isBusy && socket.writableLength === 0,
    isAnswering: () => isBusy && socket.writableLength === 0,
    wasUsed() {
      const before = transferred
      transferred = socket.bytesRead + socket.bytesWritten - socket.writableLength
      return transferred !== before
    },
  }
}

/** Synchronous unless the body is a stream or the client reads slowly. */
function send(socket: Socket, { status, headers, body }: Reply): MaybePromise<void> {
  const head = responseHead(status, headers)
  if (body !== undefined && !Buffer.isBuffer(body)) {
    socket.write(Buffer.from(head))
    return sendStream(socket, body, Number(headers['content-length']))
  }
  if (socket.destroyed) return undefined
  // Nothing more is sent to a client that does not read.
  if (body && body.length > maxCopiedBytes) return sendLarge(socket, head, body) ? undefined : drained(socket)
  const answer = Buffer.allocUnsafe(head.length + (body?.length ?? 0))
  answer.set(head)
  if (body) answer.set(body, head.length)
  return socket.write(answer) ? undefined : drained(socket)
}

/** One system call for both parts, without copying the body: connections that send the same one share it. */
function sendLarge(socket: Socket, head: Buffer, body: Buffer): boolean {
  socket.cork()
  // Copied, because its date is rewritten.
  socket.write(Buffer.from(head))
  const isSent = socket.write(body)
  socket.uncork()
  return isSent
}

async function sendStream(socket: Socket, body: AsyncIterable<Buffer>, length: number): Promise<void> {
  let left = length
  for await (const chunk of body) {
    if (socket.destroyed) return
    left -= chunk.length
    if (left < 0) break
    if (!socket.write(chunk)) await drained(socket)
  }
  // The client could not tell where the next response begins.
  if (left !== 0) throw new Error('a body was not as long as its content-length')
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      socket.off('drain', settle)
      socket.off('close', settle)
      resolve()
    }
    socket.on('drain', settle)
    socket.on('close', settle)
  })
}
