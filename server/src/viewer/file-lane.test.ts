import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'

import { addFileLane } from './file-lane.ts'
import type { ReplyTo } from './file-lane.ts'

let server: Server | undefined
/** The server's ends of the connections. */
let accepted: Socket[] = []

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  accepted = []
})

const text = (body: string) => ({
  status: 200,
  headers: { 'content-length': String(body.length) },
  body: Buffer.from(body),
})

/** Paths under /lane are the lane's; the rest is Node's. */
async function start(replyTo: ReplyTo): Promise<number> {
  server = addFileLane(
    createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => response.end(`node ${request.method} ${request.url} ${body}`))
    }),
    pino({ level: 'silent' }),
    (request, socket) => (request.url?.startsWith('/lane') ? replyTo(request, socket) : undefined),
  )
  server.on('connection', (socket: Socket) => accepted.push(socket))
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', () => resolve()))
  return (server.address() as AddressInfo).port
}

interface Connection {
  socket: Socket
  received: () => string
  /** Waits until the text has come. */
  until: (part: string) => Promise<string>
}

function open(port: number): Connection {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  return {
    socket,
    received: () => received,
    async until(part) {
      await expect.poll(() => received).toContain(part)
      return received
    },
  }
}

/** Waits until the server has read so many bytes of its only connection. */
async function untilRead(bytes: number) {
  await expect.poll(() => accepted[0]?.bytesRead).toBeGreaterThanOrEqual(bytes)
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: v\r\n\r\n`

test('requests on one connection are answered in turn, at once or later', async () => {
  const port = await start(({ url }) =>
    url === '/lane/later' ? sleep(20).then(() => text('later')) : text(`now ${url}`),
  )
  const { socket, until } = open(port)
  socket.write(get('/lane/a'))
  expect(await until('now /lane/a')).toMatch(
    /^HTTP\/1\.1 200 OK\r\ndate: [^\r]+ GMT\r\ncontent-length: 11\r\nconnection: keep-alive\r\n\r\nnow \/lane\/a$/,
  )
  socket.write(get('/lane/later'))
  await until('\r\n\r\nlater')
  socket.write(get('/lane/b'))
  await until('now /lane/b')
})

test('what is not plain goes to Node with its connection, which stays usable', async () => {
  const port = await start(() => text('lane'))
  const { socket, until } = open(port)
  socket.write(get('/lane/a'))
  await until('\r\n\r\nlane')
  socket.write('POST /form HTTP/1.1\r\nHost: v\r\nContent-Length: 5\r\n\r\nhe')
  await sleep(20)
  socket.write('llo')
  await until('node POST /form hello')
  socket.write(get('/lane/b'))
  expect(await until('node GET /lane/b')).not.toContain('400')
})

test.each(['too short', 'much too long'])('a file that is %s ends the connection', async (content) => {
  const headers = { 'content-length': '11' }
  const port = await start(() => ({ status: 200, headers, body: Readable.from([Buffer.from(content)]) }))
  const { socket, received } = open(port)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(get('/lane/a'))
  await closed
  expect(received()).not.toContain('long')
})

test('a head that comes in pieces is answered', async () => {
  const port = await start(() => text('lane'))
  const { socket, until } = open(port)
  const beginning = 'GET /lane/a HTTP/1.1\r\nHo'
  socket.write(beginning)
  await untilRead(beginning.length)
  socket.write('st: v\r\n\r\n')
  expect(await until('node GET /lane/a')).toContain('200 OK')
})

test('requests sent without waiting are answered in their order', async () => {
  const answering = Promise.withResolvers<void>()
  const port = await start(() => {
    answering.resolve()
    return sleep(30).then(() => text('lane'))
  })
  const { socket, until } = open(port)
  socket.write(get('/lane/a'))
  await answering.promise
  socket.write(get('/lane/b') + get('/lane/c'))
  const received = await until('node GET /lane/c')
  const places = ['\r\n\r\nlane', 'node GET /lane/b', 'node GET /lane/c'].map((part) =>
    received.indexOf(part),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('a malformed request gets Node’s own refusal', async () => {
  const port = await start(() => text('lane'))
  const { socket, until } = open(port)
  socket.write('GET /lane/a HTTP/1.1\r\nHost : v\r\n\r\n')
  expect(await until('HTTP/1.1 400 Bad Request')).not.toContain('lane')
})

test('a body as a stream comes whole, and the connection goes on', async () => {
  const pieces = Array.from({ length: 20 }, () => randomBytes(100_000))
  const whole = Buffer.concat(pieces)
  const port = await start(() => ({
    status: 200,
    headers: { 'content-length': String(whole.length) },
    body: Readable.from(pieces, { objectMode: false }),
  }))
  const { socket, received } = open(port)
  for (const times of [1, 2]) {
    socket.write(get('/lane/stream'))
    await expect.poll(() => received().split(whole.toString('latin1')).length - 1).toBe(times)
  }
})

test('a client that leaves in the middle lets go of the stream', async () => {
  let isClosed = false
  const body = new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024))
    },
  })
  body.once('close', () => (isClosed = true))
  const port = await start(() => ({ status: 200, headers: {}, body }))
  const { socket, until } = open(port)
  socket.write(get('/lane/endless'))
  await until('HTTP/1.1 200 OK')
  socket.destroy()
  await expect.poll(() => isClosed).toBe(true)
})

test('a stream that fails ends the connection, so that nobody takes a part for the whole', async () => {
  const port = await start(() => ({
    status: 200,
    headers: { 'content-length': '1000' },
    body: new Readable({
      read() {
        this.destroy(new Error('the disk is gone'))
      },
    }),
  }))
  const { socket, received } = open(port)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(get('/lane/broken'))
  await closed
  expect(received()).toMatch(/\r\n\r\n$/)
})

test('a client that says it is done is answered first', async () => {
  const port = await start(() => sleep(20).then(() => text('late')))
  const { socket, received } = open(port)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.end(get('/lane/last'))
  await closed
  expect(received()).toContain('\r\n\r\nlate')
})

test('a server that closes lets answers under way finish and keeps no idle connection', async () => {
  const port = await start(({ url }) =>
    url === '/lane/slow' ? sleep(100).then(() => text('slow')) : text('quick'),
  )
  const idle = open(port)
  idle.socket.write(get('/lane/quick'))
  await idle.until('quick')
  const busy = open(port)
  busy.socket.write(get('/lane/slow'))
  await sleep(20)
  const closed = new Promise((resolve) => server?.close(resolve))
  await busy.until('\r\n\r\nslow')
  server?.closeIdleConnections()
  await expect(closed).resolves.toBeUndefined()
})

test('a small answer that waits for a slow client is no idle connection', async () => {
  const port = await start(() => text('x'.repeat(60_000)))
  const { socket, received } = open(port)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.pause()
  let asked = 0
  do {
    asked += 1
    socket.write(get('/lane/small'))
    await expect.poll(() => accepted[0]?.bytesWritten ?? 0, { interval: 1 }).toBeGreaterThan(asked * 60_000)
  } while (accepted[0]?.writableLength === 0 && asked < 1_000)
  expect(accepted[0]?.writableLength).toBeGreaterThan(0)
  server?.closeIdleConnections()
  socket.resume()
  await expect.poll(() => received().length).toBeGreaterThan(asked * 60_000)
  server?.closeIdleConnections()
  await closed
})
