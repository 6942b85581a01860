import { STATUS_CODES } from 'node:http'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

import type { Logger } from 'pino'

import { answerOnSocket } from '../http/client-errors.ts'
import { whenReady } from '../shared/maybe-promise.ts'
import type { MaybePromise } from '../shared/maybe-promise.ts'
import type { Headers, Reply } from './file-reply.ts'
import { headReader } from './request-head.ts'
import type { FileRequest } from './request-head.ts'

/** The answer to a request, or undefined where it is none of the lane's. */
export type ReplyTo = (request: FileRequest, socket: Socket) => MaybePromise<Reply> | undefined

/**
 * A short way for plain requests for files: read from the connection and answered to it, without the objects Node makes
 * of every request, which cost more than all the rest. Whatever is not plain goes, with its connection, to Node's own
 * server, so what the lane does not know it cannot get wrong.
 */
export function addFileLane(server: Server, log: Logger, replyTo: ReplyTo): Server {
  const accept = server.listeners('connection')
  server.removeAllListeners('connection')
  const lanes = new Map<Socket, Lane>()
  server.on('connection', (socket: Socket) => {
    const leave = () => {
      lanes.delete(socket)
      for (const listener of accept) listener.call(server, socket)
    }
    lanes.set(socket, openLane(socket, log, replyTo, leave))
    socket.once('close', () => lanes.delete(socket))
  })

  // One look at all of them now and then costs less than a timer for each, set anew with every request.
  const watch = setInterval(() => {
    for (const [socket, lane] of lanes) if (!lane.wasUsed()) socket.destroy()
  }, server.keepAliveTimeout).unref()
  server.once('close', () => clearInterval(watch))

  // Node counts only the connections it has been given.
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
  isIdle(): boolean
  /** Whether anything has gone over it since this was last asked. */
  wasUsed(): boolean
}

function openLane(socket: Socket, log: Logger, replyTo: ReplyTo, leave: () => void): Lane {
  const readHead = headReader()
  let isBusy = false
  let hasEnded = false
  let transferred = -1
  /** what came while an answer was on its way */
  const waiting: Buffer[] = []

  function onData(chunk: Buffer) {
    if (isBusy) {
      waiting.push(chunk)
      socket.pause()
      return
    }
    let isAnswering = false
    // The socket calls this itself, so what is thrown here would end the process.
    try {
      const request = readHead(chunk)
      const reply = request && replyTo(request, socket)
      if (reply === undefined) return handOver(chunk)
      isAnswering = true
      const sending = whenReady(reply, (known) => send(socket, known))
      if (!(sending instanceof Promise)) return
      isBusy = true
      sending.then(onSent).catch(onFailed)
    } catch (error) {
      onFailed(error, isAnswering)
    }
  }

  function onSent() {
    isBusy = false
    if (waiting.length > 0) handOver(Buffer.concat(waiting))
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

  /** The client's end broke. */
  const onBroken = () => void socket.destroy()

  function handOver(chunk: Buffer) {
    for (const [event, listener] of listeners) socket.off(event, listener)
    socket.pause()
    socket.unshift(chunk)
    leave()
    socket.resume()
  }

  const listeners = [
    ['data', onData],
    ['end', onEnd],
    ['error', onBroken],
  ] as const
  for (const [event, listener] of listeners) socket.on(event, listener)
  return {
    isIdle: () => !isBusy && socket.writableLength === 0,
    wasUsed() {
      const before = transferred
      transferred = socket.bytesRead + socket.bytesWritten - socket.writableLength
      return transferred !== before
    },
  }
}

/** Later only where the body has to be read or the client is slow. */
function send(socket: Socket, { status, headers, body }: Reply): MaybePromise<void> {
  const head = headOf(status, headers)
  if (body !== undefined && !Buffer.isBuffer(body)) {
    socket.write(Buffer.from(head))
    return sendPieces(socket, body, Number(headers['content-length']))
  }
  if (socket.destroyed) return undefined
  const answer = Buffer.allocUnsafe(head.length + (body?.length ?? 0))
  answer.set(head)
  if (body) answer.set(body, head.length)
  // A client that does not read gets nothing more until it does.
  return socket.write(answer) ? undefined : drained(socket)
}

async function sendPieces(socket: Socket, pieces: AsyncIterable<Buffer>, length: number): Promise<void> {
  let left = length
  for await (const piece of pieces) {
    if (socket.destroyed) return
    left -= piece.length
    if (left < 0) break
    if (!socket.write(piece)) await drained(socket)
  }
  // Otherwise the next answer would be taken for the rest of this one, or the other way round.
  if (left !== 0) throw new Error('A file was not as long as announced')
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

interface Head {
  status: number
  bytes: Buffer
  dateAt: number
  /** when its date was put right */
  second: number
}

const heads = new WeakMap<Headers, Head>()

/** The same headers are sent again and again: they are written out once, and only their date changes. */
function headOf(status: number, headers: Headers): Buffer {
  const second = Math.floor(Date.now() / 1000)
  let head = heads.get(headers)
  if (head?.status !== status) {
    head = writeHead(status, headers)
    heads.set(headers, head)
  }
  if (head.second !== second) {
    head.bytes.write(new Date(second * 1000).toUTCString(), head.dateAt, 'latin1')
    head.second = second
  }
  return head.bytes
}

function writeHead(status: number, headers: Headers): Head {
  const before = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ndate: `
  const lines = Object.entries({ ...headers, connection: 'keep-alive' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const bytes = Buffer.from(`${before}${new Date(0).toUTCString()}\r\n${lines.join('')}\r\n`, 'latin1')
  return { status, bytes, dateAt: before.length, second: 0 }
}
