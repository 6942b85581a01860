import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { get, openConnection, startLaneServer, textReply } from '../../testing/file-lane-server.ts'

test('requests on one connection are answered one after the other, at once or later', async () => {
  const { port } = await startLaneServer(({ url }) =>
    url === '/lane/later' ? sleep(20).then(() => textReply('later')) : textReply(`now ${url}`),
  )
  const { socket, until } = openConnection(port)
  socket.write(get('/lane/a'))
  expect(await until('now /lane/a')).toMatch(
    /^HTTP\/1\.1 200 OK\r\ndate: [^\r]+ GMT\r\ncontent-length: 11\r\nconnection: keep-alive\r\n\r\nnow \/lane\/a$/,
  )
  socket.write(get('/lane/later'))
  await until('\r\n\r\nlater')
  socket.write(get('/lane/b'))
  await until('now /lane/b')
})

test('a request that is not plain goes to Node with its connection, which stays usable', async () => {
  const { port } = await startLaneServer(() => textReply('lane'))
  const { socket, until } = openConnection(port)
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
  const { port } = await startLaneServer(() => ({
    status: 200,
    headers,
    body: Readable.from([Buffer.from(content)]),
  }))
  const { socket, received, closed } = openConnection(port)
  socket.write(get('/lane/a'))
  await closed
  expect(received()).not.toContain('long')
})

test('a head that arrives in parts is answered', async () => {
  const { port, untilRead } = await startLaneServer(() => textReply('lane'))
  const { socket, until } = openConnection(port)
  const beginning = 'GET /lane/a HTTP/1.1\r\nHo'
  socket.write(beginning)
  await untilRead(beginning.length)
  socket.write('st: v\r\n\r\n')
  expect(await until('node GET /lane/a')).toContain('200 OK')
})

test('pipelined requests are answered in order', async () => {
  const answering = Promise.withResolvers<void>()
  const { port } = await startLaneServer(() => {
    answering.resolve()
    return sleep(30).then(() => textReply('lane'))
  })
  const { socket, until } = openConnection(port)
  socket.write(get('/lane/a'))
  await answering.promise
  socket.write(get('/lane/b') + get('/lane/c'))
  const received = await until('node GET /lane/c')
  const positions = ['\r\n\r\nlane', 'node GET /lane/b', 'node GET /lane/c'].map((part) =>
    received.indexOf(part),
  )
  expect(positions).not.toContain(-1)
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
})

test('a malformed request gets Node’s own refusal', async () => {
  const { port } = await startLaneServer(() => textReply('lane'))
  const { socket, until } = openConnection(port)
  socket.write('GET /lane/a HTTP/1.1\r\nHost : v\r\n\r\n')
  expect(await until('HTTP/1.1 400 Bad Request')).not.toContain('lane')
})

test('a streamed body arrives whole, and the connection stays usable', async () => {
  const chunks = Array.from({ length: 20 }, () => randomBytes(100_000))
  const whole = Buffer.concat(chunks)
  const { port } = await startLaneServer(() => ({
    status: 200,
    headers: { 'content-length': String(whole.length) },
    body: Readable.from(chunks, { objectMode: false }),
  }))
  const { socket, received } = openConnection(port)
  for (const times of [1, 2]) {
    socket.write(get('/lane/stream'))
    await expect.poll(() => received().split(whole.toString('latin1')).length - 1).toBe(times)
  }
})

test('the stream is closed when the client disconnects', async () => {
  let isClosed = false
  const body = new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024))
    },
  })
  body.once('close', () => (isClosed = true))
  const { port } = await startLaneServer(() => ({ status: 200, headers: {}, body }))
  const { socket, until } = openConnection(port)
  socket.write(get('/lane/endless'))
  await until('HTTP/1.1 200 OK')
  socket.destroy()
  await expect.poll(() => isClosed).toBe(true)
})

test('a stream that fails ends the connection, so that a part is not taken for the whole', async () => {
  const { port } = await startLaneServer(() => ({
    status: 200,
    headers: { 'content-length': '1000' },
    body: new Readable({
      read() {
        this.destroy(new Error('the disk is gone'))
      },
    }),
  }))
  const { socket, received, closed } = openConnection(port)
  socket.write(get('/lane/broken'))
  await closed
  expect(received()).toMatch(/\r\n\r\n$/)
})

test.each([
  ['value', { etag: 'a\r\nset-cookie: stolen=1' }],
  ['value with a lone line feed', { etag: 'a\nset-cookie: stolen=1' }],
  ['name', { 'etag: a\r\nset-cookie': 'stolen=1' }],
])('a line break in a header %s ends the connection without a response', async (_, headers) => {
  const { port } = await startLaneServer(() => ({ ...textReply('lane'), headers }))
  const { socket, received, closed } = openConnection(port)
  socket.write(get('/lane/split'))
  await closed
  expect(received()).toBe('')
})
