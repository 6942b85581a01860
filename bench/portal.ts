import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { listAccounts } from '@plinth/contract/accounts.ts'
import { addressOf, createClient } from '@plinth/contract/client.ts'
import type { Call } from '@plinth/contract/client.ts'
import { listComponents } from '@plinth/contract/contents.ts'
import { getReadiness } from '@plinth/contract/health.ts'
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { getVersion, publishVersion, PublishedStorybook } from '@plinth/contract/versions.ts'
import { refreshViewerSession } from '@plinth/contract/viewer.ts'

import { freePort } from '../server/src/embedded/postgres/free-port.ts'
import { run, stop } from './programs.ts'

const server = fileURLToPath(new URL('../server/src', import.meta.url))

/** A portal as `npm start` runs it, with its own data folder, a signed-in user and a storybook to publish to. */
export interface Portal {
  pid: number
  port: number
  account: string
  /** Where versions are published by default. */
  storybook: string
  /** The Authorization header of the signed-in user. */
  authorization: string
  call: Call
  /** Publishes a zip over HTTP; measures from the first byte sent to the complete response. */
  publish(zip: string, storybook?: string): Promise<{ version: string; milliseconds: number }>
  /** Waits until the contents of a version have been read; returns how long that took. */
  untilRead(version: string): Promise<number>
  /** Opens a version as the portal's page does: ticket, then cookie. */
  openViewer(version: string): Promise<{ host: string; cookie: string }>
  close(): Promise<void>
}

/** `prefix` is put before the command, to pin the portal to a core for instance; `settings` come on top of the usual. */
export async function startPortal(
  folder: string,
  prefix: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<Portal> {
  const port = await freePort()
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    PLINTH_CAMERA: 'false',
    PORT: String(port),
    PLINTH_HOST: '127.0.0.1',
    PLINTH_DATA: join(folder, 'data'),
    PLINTH_LOG_FILE: join(folder, 'portal.log'),
    // A hundred thousand versions in one account exceed the default limit.
    PLINTH_ACCOUNT_STORAGE_BYTES: String(1e15),
    // All requests of a benchmark come from one address.
    PLINTH_RATE_PER_ADDRESS_FILES: '100000000',
    // Its thread would count as the server's CPU time.
    PLINTH_BROTLI: 'false',
    ...settings,
  }
  const [command, ...args] = [...prefix, process.execPath, ...nodeOptions(), join(server, 'main.ts')]
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const origin = `http://127.0.0.1:${port}`
  await untilReady(createClient({ baseUrl: origin }), () => child.exitCode !== null)
  const token = join(server, 'embedded/identity/print-token.ts')
  const authorization = `Bearer ${(await run(process.execPath, [token, 'owner@contoso.example'], { env })).trim()}`
  const call = createClient({ baseUrl: origin, headers: () => ({ authorization }) })
  const account = (await call(listAccounts))[0]?.publicId ?? ''
  const { publicId: storybook } = await call(createStorybook, {
    params: { account },
    body: { title: 'Measured' },
  })
  // The demo's versions; nothing is measured beside them.
  while ((await call(listComponents, { params: { account } })).reading.length > 0) await sleep(100)
  const params = { account, storybook }
  const publicOrigin = settings['PLINTH_PUBLIC_URL'] ?? `http://plinth.localhost:${port}`
  return {
    pid: child.pid ?? 0,
    port,
    account,
    storybook,
    authorization,
    call,
    publish: (zip, into = storybook) =>
      publish(port, addressOf(publishVersion, { account, storybook: into }), authorization, zip),
    async untilRead(version) {
      const started = performance.now()
      const state = async () => (await call(getVersion, { params: { ...params, version } })).contents
      while ((await state()) === 'reading') await sleep(20)
      return performance.now() - started
    },
    async openViewer(version) {
      const { ticketUrl, ticket } = await call(refreshViewerSession, { params: { ...params, version } })
      const { host, pathname } = new URL(ticketUrl)
      const { headers } = await ask(port, pathname, {
        method: 'POST',
        headers: { host, origin: publicOrigin, 'content-type': 'application/json' },
        body: JSON.stringify({ ticket }),
      })
      return { host, cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '' }
    },
    close: () => stop(child),
  }
}

/** The options of `npm start`, and those added for profiling, such as `--cpu-prof`. */
const nodeOptions = () => [
  '--disable-warning=ExperimentalWarning',
  ...(process.env['BENCH_NODE_OPTIONS']?.split(' ') ?? []),
]

async function untilReady(call: Call, hasEnded: () => boolean): Promise<void> {
  const isReady = () =>
    call(getReadiness).then(
      () => true,
      () => false,
    )
  while (!(await isReady())) {
    if (hasEnded()) throw new Error('the portal did not start')
    await sleep(50)
  }
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

interface AskOptions {
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string
}

export function ask(port: number, path: string, { method, headers, body }: AskOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      )
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

const boundary = 'plinth-bench-boundary'
const before = [
  `--${boundary}\r\ncontent-disposition: form-data; name="Message"\r\n\r\nMeasured\r\n`,
  `--${boundary}\r\ncontent-disposition: form-data; name="File"; filename="build.zip"\r\n`,
  'content-type: application/zip\r\n\r\n',
].join('')
const after = `\r\n--${boundary}--\r\n`

/** Streamed from disk, so that the client's own work is small compared with the portal's. */
async function publish(port: number, path: string, authorization: string, zip: string) {
  const { size } = await stat(zip)
  const headers = {
    authorization,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': before.length + size + after.length,
  }
  const started = performance.now()
  const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false })
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sent.once('error', reject)
    sent.once('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
  })
  sent.write(before)
  await pipeline(createReadStream(zip, { highWaterMark: 1024 * 1024 }), sent, { end: false })
  sent.end(after)
  const { status, text } = await answered
  const milliseconds = performance.now() - started
  if (status !== 201) throw new Error(`publishing failed with ${status}: ${text}`)
  return { version: PublishedStorybook.parse(JSON.parse(text)).versionPublicId, milliseconds }
}
