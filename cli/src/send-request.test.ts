import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, describe, expect, test } from 'vitest'

import { Failure, Unavailable } from './failure.ts'
import { sendRequest } from './send-request.ts'

const cleanups: (() => void)[] = []
afterAll(() => cleanups.forEach((cleanup) => cleanup()))

async function startServer(answer: RequestListener): Promise<URL> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => server.close().closeAllConnections())
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

async function* endless(): AsyncGenerator<Buffer> {
  for (;;) {
    await sleep(1)
    yield Buffer.alloc(64 * 1024)
  }
}

async function* failing(failure: Error): AsyncGenerator<Buffer> {
  yield Buffer.alloc(100_000)
  await sleep(20)
  throw failure
}

const upload = (url: URL, body: AsyncIterable<Buffer>) =>
  sendRequest({ method: 'POST', url, headers: {}, body })

describe('sending a request', () => {
  test('takes a response that comes during the upload, and stops sending', async () => {
    const url = await startServer((request, response) => {
      request.resume()
      response.writeHead(413).end('too large')
    })
    await expect(upload(url, endless())).resolves.toMatchObject({ status: 413, text: 'too large' })
  })

  test('takes such a response also from a server that stops reading and closes the connection', async () => {
    const url = await startServer((request, response) => {
      request.once('data', () => {
        request.pause()
        response.writeHead(413, { connection: 'close' }).end('too large')
        setTimeout(() => request.socket.destroy(), 200)
      })
    })
    await expect(upload(url, endless())).resolves.toMatchObject({ status: 413, text: 'too large' })
  })

  test('fails with the error of the body, not with the connection error it causes', async () => {
    const url = await startServer((request) => void request.resume())
    const failure = new Failure('notABuild', 'a.js cannot be read')
    await expect(upload(url, failing(failure))).rejects.toBe(failure)
    const bug = new TypeError('a bug')
    await expect(upload(url, failing(bug))).rejects.toBe(bug)
  })

  test('may be retried if the connection breaks before or during the response', async () => {
    const before = await startServer((request) => void request.socket.destroy())
    const within = await startServer((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('a part')
      setTimeout(() => request.socket.destroy(), 20)
    })
    for (const url of [before, within]) {
      const work = sendRequest({ method: 'GET', url, headers: {} })
      await expect(work).rejects.toBeInstanceOf(Unavailable)
      await expect(work).rejects.toThrow('the connection broke')
    }
  })

  test('is not retried for an unknown host or an untrusted certificate', async () => {
    const nowhere = sendRequest({ method: 'GET', url: new URL('http://no-such-host.invalid/'), headers: {} })
    await expect(nowhere).rejects.toMatchObject({ name: expect.stringMatching(/Failure|Unavailable/) })
    const plain = await startServer((_, response) => void response.end())
    const secure = sendRequest({ method: 'GET', url: new URL(`https://${plain.host}/`), headers: {} })
    await expect(secure).rejects.toMatchObject({ reason: 'unreachable' })
  })
})
