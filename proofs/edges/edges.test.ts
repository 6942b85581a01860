import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { freePort } from '../../server/src/embedded/postgres/free-port.ts'
import { prove } from '../proof.ts'
import { randomFrom } from '../random.ts'
import { attack } from './attack.ts'
import { loose, requestBytes } from './attempt.ts'
import type { Attempt } from './attempt.ts'
import { openClient } from './connection.ts'
import { edges } from './edges.ts'
import type { KnownPortal } from './known.ts'
import { growthOf } from './memory.ts'
import { rawRequest } from './raw-requests.ts'
import { watchStalls } from './stalls.ts'

test('a portal withstands a thousand inputs', { tags: ['long'] }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-edges-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { figures, violations } = await prove(edges, { seed: 1, rounds: 1000, folder })
  // How long answers took is for the long form: on a machine that does other things too, it is noise.
  expect(violations.filter((violation) => !/: silent for \d+ ms \(/.test(violation))).toEqual([])
  expect(figures).toMatchObject({ requests: 1000, 'process ends': 0, 'answers of 5xx': 0 })
  expect(figures['answers']).toBeGreaterThan(900)
})

/** What is known of a server that is no portal. */
const stranger: KnownPortal = {
  origin: 'http://stub.example',
  host: 'stub.example',
  viewerHosts: ['x.stub.example'],
  callers: {
    nobody: '',
    owner: '',
    viewer: '',
    key: '',
    agent: '',
    operator: '',
    marketplace: '',
    fulfillment: '',
  },
  cookies: [],
  values: {},
  operations: [],
  tools: [],
  zip: Buffer.from('PK'),
}

const rounds = 600
const rawAttempt = (round: number): Attempt => rawRequest(stranger, randomFrom(7).branch(round))
const hasMore = (done: number) => done < rounds

async function aServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    hasEnded: () => false,
    output: () => '',
    restart: () => Promise.reject(new Error('it has not ended')),
  }
}

test('answers of 5xx, stalls and missing answers are found', { tags: ['long'] }, async () => {
  const target = await aServer((request, response) => {
    const { url = '', headers } = request
    if (url.includes('%')) response.writeHead(500)
    // Never answered: a late answer would be excused on a machine that is late itself.
    if (headers.range === undefined) response.end('here')
  })
  const tally = await attack({ target, attemptOf: rawAttempt, hasMore })
  expect(tally.serverErrors).toBeGreaterThan(0)
  expect(tally.slow).toBeGreaterThan(0)
  expect(tally.violations.find((line) => line.includes('HTTP/1.1 500'))).toMatch(
    /'(?:GET|HEAD|POST|OPTIONS) .*%/,
  )
  expect(tally.violations.find((line) => line.includes('silent for '))).toContain('Range: ')
})

test('an answer may take long if it keeps coming', async () => {
  const attempt = loose('long', requestBytes({ method: 'GET', target: '/', host: 'stub.example' }))
  const noStalls = { begin: () => () => 0, stop: () => {} }
  const realStalls = watchStalls(() => undefined)
  onTestFinished(() => realStalls.stop())
  const parts = async (pauses: number[], stalls = noStalls) => {
    const { port } = await aServer(async (_, response) => {
      for (const pause of pauses) {
        await sleep(pause)
        response.write('part')
      }
      response.end()
    })
    return openClient(() => port, stalls).exchange(attempt)
  }
  const [steady, halting, endless] = await Promise.all([
    parts(
      Array.from({ length: 15 }, () => 100),
      realStalls,
    ),
    parts([100, 1400]),
    parts(Array.from({ length: 40 }, () => 100)),
  ])
  expect(steady).toMatchObject({ end: 'answered', milliseconds: expect.toSatisfy((ms: number) => ms < 1000) })
  expect(halting).toMatchObject({
    end: 'answered',
    milliseconds: expect.toSatisfy((ms: number) => ms > 1000),
  })
  expect(endless).toMatchObject({ end: 'overdue' })
})

test('an answer is late by as long as it was waited for, less what was lost to others', async () => {
  const { port } = await aServer((_, response) => void setTimeout(() => response.end('late'), 500))
  const attempt = loose('late', requestBytes({ method: 'GET', target: '/', host: 'stub.example' }))
  const exchange = (lostMs: number) =>
    openClient(() => port, { begin: () => () => lostMs, stop: () => {} }).exchange(attempt)
  const [late, excused] = await Promise.all([exchange(0), exchange(100_000)])
  expect(late).toMatchObject({ end: 'answered', milliseconds: expect.toSatisfy((ms: number) => ms > 450) })
  expect(excused).toMatchObject({ end: 'answered', milliseconds: 0 })
})

test('a server without faults has none', { tags: ['long'] }, async () => {
  const target = await aServer((_, response) => response.end('fine'))
  const tally = await attack({ target, attemptOf: rawAttempt, hasMore })
  expect(tally).toMatchObject({ requests: rounds, violations: [] })
})

test(
  'an answer before the end of a request is no stall, nor is one without a body',
  { tags: ['long'] },
  async () => {
    const target = await aServer((_, response) => response.end('fine'))
    const parts = { target: '/', host: 'stub.example' }
    const large = requestBytes({ ...parts, method: 'POST', body: Buffer.alloc(20_000_000) })
    const head = requestBytes({ ...parts, method: 'HEAD' })
    const attempts = [loose('large', large), loose('twice', Buffer.concat([head, head]))]
    const tally = await attack({
      target,
      attemptOf: (round) => attempts[round] ?? loose('head', head),
      hasMore: (done) => done < attempts.length,
    })
    expect(tally).toMatchObject({ requests: 2, answers: 3, violations: [] })
  },
)

const fragileServer = `require('http')
  .createServer((request, response) => request.url.includes('..') ? process.exit(1) : response.end('fine'))
  .listen(Number(process.argv[1]), '127.0.0.1', () => console.log('ready'))`

test('a process that ends is found, and started again', { tags: ['long'] }, async () => {
  const port = await freePort()
  const start = async () => {
    const child = spawn(process.execPath, ['-e', fragileServer, String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    return child
  }
  let child = await start()
  onTestFinished(() => void child.kill())
  const target = {
    port,
    hasEnded: () => child.exitCode !== null,
    output: () => 'its last words',
    restart: async () => {
      child = await start()
    },
  }
  const tally = await attack({ target, attemptOf: rawAttempt, hasMore })
  expect(tally.requests).toBe(rounds)
  expect(tally.processEnds).toBeGreaterThan(0)
  const told = tally.violations.filter((line) => line.includes('the process ended')).join('\n')
  expect(told).toContain('..')
  expect(told).toContain('its last words')
})

test('growing memory is told from flat memory', () => {
  const flat = Array.from({ length: 400 }, (_, second) => 200 + (second % 20))
  expect(growthOf(flat)).toBeCloseTo(0)
  expect(growthOf(flat.map((value, second) => value + second))).toBeGreaterThan(0.1)
})
