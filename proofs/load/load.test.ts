import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { memoryOf } from '../portal.ts'
import { prove } from '../proof.ts'
import { randomFrom } from '../random.ts'
import { expectStatus, send } from '../traffic/send.ts'
import type { Outgoing } from '../traffic/send.ts'
import { keepArriving } from '../traffic/workers.ts'
import { growthOf, tally } from './judge.ts'
import { loadProof } from './load.ts'

test(
  'beyond its capacity, the portal gives right answers, or refusals that say when to try again',
  { tags: ['long'] },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-load-'))
    const short = loadProof({ calmMs: 500, perSecond: 400, maxOpen: 100, judgesMeasurements: false })
    const { figures, violations } = await prove(short, { seed: 1, rounds: 2, folder })
    await rm(folder, { recursive: true, force: true })
    expect(violations).toEqual([])
    expect(figures['done right']).toBeGreaterThan(50)
    expect(figures['versions published']).toBeGreaterThan(3)
  },
)

/** A server that answers only so many requests at once, and the others in one of these ways. */
async function tallyOverloaded(refuse: 'properly' | 'with 500' | 'without a time' | 'without an answer') {
  let open = 0
  const server = createServer((_request, response) => {
    open += 1
    response.once('close', () => (open -= 1))
    if (open <= 5) return void setTimeout(() => response.end(), 50)
    if (refuse === 'without an answer') return void response.destroy()
    const headers = refuse === 'properly' ? { 'retry-after': '2' } : {}
    return void response.writeHead(refuse === 'with 500' ? 500 : 503, headers).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const agent = new Agent({ keepAlive: true })
  const outgoing: Outgoing = { port: (server.address() as AddressInfo).port, host: 'stub', path: '/', agent }
  const counted = tally()
  const stop = keepArriving(
    [{ kind: 'get', action: async (via) => void expectStatus(200, outgoing, await via(outgoing)) }],
    { perSecond: 400, maxOpen: 50 },
    { random: randomFrom(1), send, onDone: counted.onDone },
  )
  await sleep(400)
  await stop()
  agent.destroy()
  server.close()
  return counted.tally
}

test('refusals are accepted if they say when to try again', async () => {
  const { done, refused, violations } = await tallyOverloaded('properly')
  expect([done > 0, refused > 0, violations]).toEqual([true, true, []])
})

test.for([
  ['with 500', /: 500/],
  ['without a time', /: 503/],
  ['without an answer', /socket hang up/],
] as const)('requests that are refused %s are reported', async ([way, message]) => {
  const { violations } = await tallyOverloaded(way)
  expect(violations.length).toBeGreaterThan(5)
  expect(violations[0]).toMatch(message)
})

test('a process that keeps what it has done with is reported', async () => {
  const leak = 'const kept = []; setInterval(() => kept.push(Buffer.alloc(2e6, 1)), 20)'
  const child = spawn(process.execPath, ['--eval', leak])
  const samples: number[] = []
  while (samples.length < 16) {
    await sleep(60)
    samples.push(await memoryOf(child))
  }
  child.kill('SIGKILL')
  expect(growthOf(samples)).toBeGreaterThan(0.1)
  expect(growthOf([100, 200, 205, 205, 204, 206, 206, 205])).toBeLessThan(0.1)
})
