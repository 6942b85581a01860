// `node loud.ts '{"port":…}'`: misbehaves in every way at once, within what the portal grants, until it is killed.
import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import { addressOf } from '@plinth/contract/client.ts'
import { compareVersions } from '@plinth/contract/compare.ts'
import { getContents } from '@plinth/contract/contents.ts'
import { callMcp } from '@plinth/contract/mcp.ts'
import { search } from '@plinth/contract/search.ts'
import { listBranches, listVersions, publishVersion } from '@plinth/contract/versions.ts'
import { getStorybookFile } from '@plinth/contract/viewer.ts'

import { send } from '../traffic/send.ts'
import type { Outgoing } from '../traffic/send.ts'
import { formOf, formType, mcpCall } from '../traffic/visitor.ts'

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
const agent = new Agent({ keepAlive: true })
const params = { account, storybook }
/** Each has a rate limit of its own too. */
const addressOfClient = (i: number) => `127.0.0.${2 + (i % 5)}`

/** Answers by status, and those that were left unread. */
const counts: Record<string, number> = {}

function count(what: string): void {
  // Whoever started this process waits until it has begun.
  if (Object.keys(counts).length === 0) process.stdout.write('begun\n')
  counts[what] = (counts[what] ?? 0) + 1
}

process.once('SIGTERM', () => {
  process.stdout.write(JSON.stringify(counts))
  process.exit()
})

/** Over and over, whatever the answer; begun at most every so often, so that this process has little to do itself. */
async function storm(i: number, everyMs: number, outgoing: Omit<Outgoing, 'port' | 'host'>): Promise<never> {
  const headers = outgoing.headers ?? { 'x-api-key': keys[i % keys.length] ?? '' }
  for (;;) {
    const next = sleep(everyMs)
    const client = { port, host, agent, localAddress: addressOfClient(i) }
    await send({ ...client, ...outgoing, headers }).then(
      ({ status }) => count(String(status)),
      () => count('unanswered'),
    )
    await next
  }
}

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

setPriority(19)
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
