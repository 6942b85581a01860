import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, describe, expect, test } from 'vitest'

import { exchange } from './connection.ts'
import { Failure, Unavailable } from './failure.ts'

const closing: (() => void)[] = []
afterAll(() => closing.forEach((close) => close()))

async function aServer(answer: RequestListener): Promise<URL> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close().closeAllConnections())
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

const upload = (url: URL, body: AsyncIterable<Buffer>) => exchange({ method: 'POST', url, headers: {}, body })

describe('an exchange', () => {
  test('takes an answer that comes in mid-upload, and stops sending', async () => {
    const url = await aServer((request, response) => {
      request.resume()
      response.writeHead(413).end('too large')
    })
    await expect(upload(url, endless())).resolves.toMatchObject({ status: 413, text: 'too large' })
  })

  test('takes it also from a server that reads no more and hangs up', async () => {
    const url = await aServer((request, response) => {
      request.once('data', () => {
        request.pause()
        response.writeHead(413, { connection: 'close' }).end('too large')
        setTimeout(() => request.socket.destroy(), 200)
      })
    })
    await expect(upload(url, endless())).resolves.toMatchObject({ status: 413, text: 'too large' })
  })

  test('fails with what was wrong here, not with the connection that ends because of it', async () => {
    const url = await aServer((request) => void request.resume())
    const failure = new Failure('notABuild', 'a.js cannot be read')
    await expect(upload(url, failing(failure))).rejects.toBe(failure)
    const mistake = new TypeError('a mistake of ours')
    await expect(upload(url, failing(mistake))).rejects.toBe(mistake)
  })

  test('may be tried again where the connection breaks, before or within the answer', async () => {
    const before = await aServer((request) => void request.socket.destroy())
    const within = await aServer((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('only a part')
      setTimeout(() => request.socket.destroy(), 20)
    })
    for (const url of [before, within]) {
      const work = exchange({ method: 'GET', url, headers: {} })
      await expect(work).rejects.toBeInstanceOf(Unavailable)
      await expect(work).rejects.toThrow('the connection broke')
    }
  })

  test('is not tried again with a host there is none of, or one nobody vouches for', async () => {
    const nowhere = exchange({ method: 'GET', url: new URL('http://no-such-host.invalid/'), headers: {} })
    await expect(nowhere).rejects.toMatchObject({ name: expect.stringMatching(/Failure|Unavailable/) })
    const plain = await aServer((_, response) => void response.end())
    const secure = exchange({ method: 'GET', url: new URL(`https://${plain.host}/`), headers: {} })
    await expect(secure).rejects.toMatchObject({ reason: 'unreachable' })
  })
})
