import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

import type { ProblemDocument } from '@plinth/contract/problems.ts'
import { expect, onTestFinished, test } from 'vitest'

import { aStorybook } from '../testing/publishing.ts'
import { testPortal, tokenOf } from '../testing/test-app.ts'
import { closeAfterRefusal } from './close-after-refusal.ts'

/** Sends the whole body before it reads the response, as browsers do. */
async function sendAllThenRead(port: number, head: string[], body: Buffer) {
  const socket = connect(port, '127.0.0.1')
  const errors: unknown[] = []
  let answer = ''
  socket.on('error', (error) => errors.push(error))
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await new Promise((resolve) => socket.write(body, resolve))
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  if (!socket.closed) await once(socket, 'close').catch(() => {})
  return { answer, errors }
}

const form = (bytes: number) =>
  Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="File"; filename="a.zip"\r\n\r\n'),
    Buffer.alloc(bytes),
    Buffer.from('\r\n--b--\r\n'),
  ])

async function withSmallUploads() {
  const { services } = await testPortal()
  const { limits } = services.config
  const { uploadBytes } = limits
  limits.uploadBytes = 100_000
  onTestFinished(() => void (limits.uploadBytes = uploadBytes))
}

test.each([
  ['for its caller, before the body', 401, false],
  ['for its size, before the body', 413, false],
  ['within the body', 413, true],
])('a refusal %s reaches a client that sends everything first', async (_, status, isChunked) => {
  await withSmallUploads()
  const { config } = await testPortal()
  const { person, params } = await aStorybook()
  const body = form(20_000_000)
  const token = status === 401 ? 'nonsense' : await tokenOf(person)
  const head = [
    `POST /api/v1/account/${params.account}/Storybooks/${params.storybook}/versions HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${token}`,
    'content-type: multipart/form-data; boundary=b',
    isChunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`,
  ]
  const chunks = [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]
  const sent = isChunked ? Buffer.concat(chunks) : body
  const { answer, errors } = await sendAllThenRead(config.port, head, sent)
  expect(errors).toEqual([])
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
  expect(answer).toContain('"code":')
})

test('fetch gets the problem, not a connection error', async () => {
  await withSmallUploads()
  const { origin } = await testPortal()
  const { person, params } = await aStorybook()
  const data = new FormData()
  data.set('File', new File([new Uint8Array(20_000_000)], 'a.zip'))
  const address = `${origin}/api/v1/account/${params.account}/Storybooks/${params.storybook}/versions`
  for (let i = 0; i < 5; i++) {
    const headers = { authorization: `Bearer ${await tokenOf(person)}` }
    const response = await fetch(address, { method: 'POST', headers, body: data })
    expect(((await response.json()) as ProblemDocument).code).toBe('upload_too_large')
  }
})

test('a call with too large a body gets its problem too', async () => {
  const { config } = await testPortal()
  const { person, params } = await aStorybook()
  const body = Buffer.alloc(5_000_000, 'x')
  const { answer, errors } = await sendAllThenRead(
    config.port,
    [
      `POST /api/v1/account/${params.account}/Storybooks HTTP/1.1`,
      'host: localhost',
      `authorization: Bearer ${await tokenOf(person)}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
    ],
    body,
  )
  expect(errors).toEqual([])
  expect(answer).toContain('"code":"body_too_large"')
})

test.each([
  ['bytes', { milliseconds: 60_000, bytes: 1_000_000 }],
  ['time', { milliseconds: 50, bytes: 1e12 }],
])('a client that never stops sending is answered, and disconnected by a limit of %s', async (_, limit) => {
  const server = createServer((request, response) => {
    closeAfterRefusal(request, response, limit)
    response.writeHead(413).end('too much')
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const socket: Socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000000000\r\n\r\n')
  const piece = Buffer.alloc(64 * 1024)
  const sending = setInterval(() => socket.writable && socket.write(piece), 1)
  await once(socket, 'close')
  clearInterval(sending)
  expect(answer).toContain('413')
  expect(answer).toContain('too much')
})
