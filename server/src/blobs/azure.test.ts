import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { readBlobAddress } from '../settings/blob-address.ts'
import type { BlobAddress } from '../settings/blob-address.ts'
import { storeKeys } from '../testing/object-stores.ts'
import { azureClient } from './azure.ts'
import type { ObjectClient } from './object-client.ts'

/** The timeouts of calls in progress; a test lets them expire. */
const limits: { milliseconds: number; pass: () => void }[] = []

/** How the store answers, if it does: by default it accepts a request and never answers. */
let answer: RequestListener
let asked = 0
const server = createServer((request, response) => {
  asked += 1
  answer(request.resume(), response)
})
let client: ObjectClient

beforeEach(async () => {
  asked = 0
  answer = () => {}
  limits.length = 0
  vi.stubEnv('AZURE_STORAGE_KEY', storeKeys.AZURE_STORAGE_KEY)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController()
    limits.push({ milliseconds, pass: () => controller.abort() })
    return controller.signal
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const address = readBlobAddress(`azure://plinth/?endpoint=http://127.0.0.1:${port}/devstoreaccount1`)
  client = await azureClient(address as Extract<BlobAddress, { kind: 'azure' }>)
})

afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Lets the timeout of the last unanswered call expire. */
async function passLimit(calls = 1): Promise<void> {
  await expect.poll(() => asked).toBe(calls)
  expect(limits).toHaveLength(calls)
  expect(limits.at(-1)?.milliseconds).toBeLessThanOrEqual(180_000)
  limits.at(-1)?.pass()
}

const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: Error) => error.name,
  )

async function putSmall(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-azure-'))
  await writeFile(join(folder, 'file'), 'plinth')
  const handle = await open(join(folder, 'file'), 'r')
  try {
    await client.put('a.zip', { handle, bytes: 6 })
  } finally {
    await handle.close()
    await rm(folder, { recursive: true })
  }
}

test.each<[string, () => Promise<unknown>]>([
  ['asking whether it is there', () => client.probe()],
  ['asking how large a blob is', () => client.size('a.zip')],
  ['deleting', () => client.delete('a.zip')],
  ['listing', () => client.list('archives/')[Symbol.asyncIterator]().next()],
  ['sending a part', putSmall],
])('%s times out once when the store does not answer', async (_, call) => {
  const outcome = outcomeOf(call())
  await passLimit()
  expect(await outcome).toBe('AbortError')
  expect(asked).toBe(1)
})

test('a write times out when the store stops answering after the parts', async () => {
  answer = ({ url }, response) => {
    if (url?.includes('comp=block&')) response.writeHead(201).end()
  }
  const outcome = outcomeOf(putSmall())
  await passLimit(2)
  expect(await outcome).toBe('AbortError')
})

test('a write times out when the store refuses the name and then stops answering', async () => {
  answer = ({ method, url }, response) => {
    if (method === 'PUT') response.writeHead(url?.includes('comp=blocklist') ? 409 : 201).end()
  }
  const outcome = outcomeOf(putSmall())
  await passLimit(3)
  expect(await outcome).toBe('AbortError')
})

test('each page of a list has its own timeout', async () => {
  answer = ({ url }, response) => {
    if (url?.includes('marker=')) return
    response.writeHead(200, { 'content-type': 'application/xml' }).end(firstPage)
  }
  const objects = client.list('archives/')[Symbol.asyncIterator]()
  expect(await objects.next()).toMatchObject({ value: { name: 'archives/a.zip', bytes: 6 } })
  limits[0]?.pass()
  const outcome = outcomeOf(objects.next())
  await passLimit(2)
  expect(await outcome).toBe('AbortError')
})

const firstPage = `<?xml version="1.0" encoding="utf-8"?>
<EnumerationResults ServiceEndpoint="http://127.0.0.1/devstoreaccount1" ContainerName="plinth">
  <Prefix>archives/</Prefix>
  <Blobs>
    <Blob>
      <Name>archives/a.zip</Name>
      <Properties>
        <Last-Modified>Thu, 01 Jan 2026 00:00:00 GMT</Last-Modified>
        <Etag>0x1</Etag>
        <Content-Length>6</Content-Length>
        <BlobType>BlockBlob</BlobType>
      </Properties>
    </Blob>
  </Blobs>
  <NextMarker>next</NextMarker>
</EnumerationResults>`
