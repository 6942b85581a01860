import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { get, openConnection, startLaneServer, textReply } from '../../testing/file-lane-server.ts'

test('a client that closes its side after the request is answered first', async () => {
  const { port } = await startLaneServer(() => sleep(20).then(() => textReply('late')))
  const { socket, received, closed } = openConnection(port)
  socket.end(get('/lane/last'))
  await closed
  expect(received()).toContain('\r\n\r\nlate')
})

test('a connection is closed when it is unused, but not while it waits for its response', async () => {
  const reply = Promise.withResolvers<ReturnType<typeof textReply>>()
  const { port, untilRead } = await startLaneServer(() => reply.promise, { keepAliveTimeout: 20 })
  const { socket, until, closed } = openConnection(port)
  socket.write(get('/lane/slow'))
  await untilRead(1)
  await sleep(100)
  reply.resolve(textReply('late'))
  await until('\r\n\r\nlate')
  await expect(closed).resolves.toBeDefined()
})

test('a connection that was reset while its reply was made is not handed to Node', async () => {
  const reply = Promise.withResolvers<ReturnType<typeof textReply>>()
  const { port, accepted, untilRead } = await startLaneServer(() => reply.promise)
  const { socket } = openConnection(port)
  const request = get('/lane/slow')
  socket.write(request)
  await untilRead(request.length)
  socket.write('more')
  await untilRead(request.length + 4)
  socket.resetAndDestroy()
  await expect.poll(() => accepted[0]?.destroyed).toBe(true)
  reply.resolve(textReply('late'))
  await sleep(20)
  // Node attaches its parser to the connections it is given, and forgets them when they close, which this one has.
  expect(accepted[0]).not.toHaveProperty('parser.maxHeaderPairs')
})

test('a server that closes finishes its responses and keeps no idle connection', async () => {
  const answering = Promise.withResolvers<void>()
  const { server, port } = await startLaneServer(({ url }) => {
    if (url !== '/lane/slow') return textReply('quick')
    answering.resolve()
    return sleep(100).then(() => textReply('slow'))
  })
  const idle = openConnection(port)
  idle.socket.write(get('/lane/quick'))
  await idle.until('quick')
  const busy = openConnection(port)
  busy.socket.write(get('/lane/slow'))
  await answering.promise
  const closed = new Promise((resolve) => server.close(resolve))
  await busy.until('\r\n\r\nslow')
  server.closeIdleConnections()
  await expect(closed).resolves.toBeUndefined()
})

test('a small response that waits for a slow client is sent to its end', async () => {
  const { server, port, accepted } = await startLaneServer(() => textReply('x'.repeat(60_000)))
  const { socket, received, closed } = openConnection(port)
  socket.pause()
  let requests = 0
  do {
    requests += 1
    socket.write(get('/lane/small'))
    await expect
      .poll(() => accepted[0]?.bytesWritten ?? 0, { interval: 1 })
      .toBeGreaterThan(requests * 60_000)
  } while (accepted[0]?.writableLength === 0 && requests < 1_000)
  expect(accepted[0]?.writableLength).toBeGreaterThan(0)
  server.closeIdleConnections()
  socket.resume()
  await expect.poll(() => received().length).toBeGreaterThan(requests * 60_000)
  server.closeIdleConnections()
  await closed
})

test('a large response that the client has not read yet is sent to its end while the server closes', async () => {
  /** Too large for the socket buffers of both ends. */
  const large = 'x'.repeat(24 * 1024 * 1024)
  const { server, port } = await startLaneServer(() => textReply(large))
  const { socket, received, closed } = openConnection(port)
  socket.pause()
  socket.write(get('/lane/large'))
  await new Promise((resolve) => socket.once('readable', resolve))
  server.close()
  server.closeIdleConnections()
  const closing = setInterval(() => server.closeIdleConnections(), 5)
  socket.resume()
  await closed
  clearInterval(closing)
  expect(received().length).toBeGreaterThan(large.length)
})
