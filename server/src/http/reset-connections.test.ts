import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { duplexPair } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'

import type Provider from 'oidc-provider'
import { pino } from 'pino'
import { expect, test } from 'vitest'

import { testPortal } from '../testing/test-app.ts'
import { aVersion, viewerHostOf } from '../testing/viewer-requests.ts'
import { logProviderErrors } from './mount-provider.ts'

const errorsIn = (lines: string[]) => lines.filter((line) => line.includes('"level":50'))

test('a request whose connection was reset, and has no address any more, is dropped without an error', async () => {
  const { app, config, logLines } = await testPortal()
  // Like a socket after a reset, such a stream has no address.
  const [client, server] = duplexPair()
  app.server.emit('connection', server)
  client.write(`GET /api/v1/config HTTP/1.1\r\nHost: ${config.publicUrl.host}\r\n\r\n`)
  const [answer] = await Promise.all([client.resume().toArray(), once(server, 'close')])
  expect(answer).toEqual([])
  expect(errorsIn(logLines)).toEqual([])
})

test('a client that disconnects in the middle of a ticket causes no error', async () => {
  const { app, config, logLines } = await testPortal()
  const host = await viewerHostOf((await aVersion()).version)
  const socket = connect(config.port, '127.0.0.1')
  socket.write(
    `POST /.plinth/session HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${config.publicUrl.origin}\r\nContent-Length: 100\r\n\r\n{`,
  )
  const [request] = (await once(app.server, 'request')) as [NodeJS.EventEmitter]
  socket.resetAndDestroy()
  await new Promise((resolve) => request.once('close', resolve))
  await nextTurn()
  expect(errorsIn(logLines)).toEqual([])
})

test('of a provider, only its own failures are errors', () => {
  const lines: string[] = []
  const provider = new EventEmitter()
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  logProviderErrors(provider as Provider, log, 'a provider failed')
  provider.emit('error', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
  provider.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
  provider.emit('error', Object.assign(new Error('invalid_request'), { status: 400, expose: true }))
  expect([lines.length, errorsIn(lines)]).toEqual([3, []])
  provider.emit('error', new Error('out of order'))
  expect(errorsIn(lines).join()).toContain('a provider failed')
})
