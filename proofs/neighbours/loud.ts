// `node loud.ts '{"port":…}'`: misbehaves in every way at once, within what the portal grants, until it is killed.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { addressOf } from '@plinth/contract/client.ts'
import { compareVersions } from '@plinth/contract/compare.ts'
import { getContents } from '@plinth/contract/contents.ts'
import { callMcp } from '@plinth/contract/mcp.ts'
import { search } from '@plinth/contract/search.ts'
import { listBranches, listVersions, publishVersion } from '@plinth/contract/versions.ts'
import { getStorybookFile } from '@plinth/contract/viewer.ts'

import { formOf, formType, mcpCall } from '../traffic/visitor.ts'
import { addressOfClient, runLast, startStorm } from './storm.ts'
import type { StormRequest } from './storm.ts'

export interface LoudPlan {
  port: number
  host: string
  account: string
  storybook: string
  version: string
  /** With thousands of stories. */
  heavyVersion: string
  token: string
  /** Read-only keys: each has a rate limit of its own. */
  keys: string[]
  /** A small zip that takes long to verify. */
  heavyZip: string
}

const { port, host, account, storybook, version, heavyVersion, token, keys, heavyZip } = JSON.parse(
  process.argv[2] ?? '',
) as LoudPlan
const zip = readFileSync(heavyZip)
const params = { account, storybook }
const { count, storm: stormAs } = startStorm({ port, host })

const storm = (i: number, everyMs: number, outgoing: StormRequest) =>
  stormAs(i, everyMs, { headers: { 'x-api-key': keys[i % keys.length] ?? '' }, ...outgoing })

/** A request whose answer is not read beyond what the system buffers; again once it is cut off. */
async function leaveUnread(i: number, path: string): Promise<never> {
  for (;;) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: addressOfClient(i) })
    socket.on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`)
    socket.once('readable', () => count('unread'))
    await new Promise((resolve) => socket.once('close', resolve))
    await sleep(500)
  }
}

const publishing = {
  method: 'POST',
  path: addressOf(publishVersion, params),
  headers: { authorization: `Bearer ${token}`, 'content-type': formType },
}
const queries = ['button', 'a b c d e f', 'butt tab dial', 'xyzzy', 'wat', 'tost']
const times = (count: number) => Array.from({ length: count }, (_, i) => i)

runLast()
await Promise.all([
  ...times(20).map((i) =>
    storm(i, 100, { path: addressOf(search, { account }, { q: queries[i % queries.length], limit: 50 }) }),
  ),
  ...times(4).map((i) => storm(i, 300, { path: addressOf(listVersions, params) })),
  ...times(2).map((i) =>
    storm(i, 300, { path: addressOf(listVersions, params, { text: 'number 99', limit: 1000 }) }),
  ),
  ...times(2).map((i) => storm(i, 300, { path: addressOf(listBranches, params, { limit: 200 }) })),
  ...times(8).map((i) =>
    storm(i, 200, { path: addressOf(getContents, { ...params, version: i % 2 ? version : heavyVersion }) }),
  ),
  ...times(4).map((i) =>
    storm(i, 200, {
      path: addressOf(compareVersions, params, { from: version, to: i % 2 ? version : heavyVersion }),
    }),
  ),
  ...times(4).map((i) =>
    storm(i, 200, {
      method: 'POST',
      path: addressOf(callMcp, { account }),
      headers: {
        authorization: `Bearer ${keys[i % keys.length]}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: mcpCall,
    }),
  ),
  ...times(2).map((i) => storm(i, 500, { ...publishing, body: formOf(zip, 'heavy') })),
  // Slower than anybody is, and just fast enough not to be cut off.
  ...times(8).map((i) => storm(i, 500, { ...publishing, body: formOf(zip, 'slow'), sendingMs: 60_000 })),
  ...times(80).map((i) =>
    leaveUnread(i, addressOf(getStorybookFile, { storybook, version, '*': 'assets/media.bin' })),
  ),
])
