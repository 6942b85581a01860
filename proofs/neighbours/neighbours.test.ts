import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { prove } from '../proof.ts'
import { randomFrom } from '../random.ts'
import { expectStatus, send } from '../traffic/send.ts'
import type { Outgoing } from '../traffic/send.ts'
import { keepDoing } from '../traffic/workers.ts'
import { comparePhases } from './compare-phases.ts'
import { neighboursProof } from './neighbours.ts'

const smallSizes = {
  wordBuilds: 2,
  words: 100,
  docsPages: 200,
  storybooks: 20,
  versions: 100,
  unfinishedTags: 1000,
  fileBytes: 2_000_000,
  files: 500,
}

test(
  'while one account misbehaves in every way at once, every request of another is answered right',
  { tags: ['long'] },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-neighbours-'))
    const short = neighboursProof({
      phaseMs: 600,
      warmUpMs: 800,
      sizes: smallSizes,
      judgesMeasurements: false,
    })
    const { figures, violations } = await prove(short, { seed: 1, rounds: 1, folder })
    await rm(folder, { recursive: true, force: true })
    expect(violations).toEqual([])
    // Each kind at least once in each phase, however slow the machine is.
    expect(figures['requests']).toBeGreaterThanOrEqual(28)
    expect(figures['a loud account got']).toMatch(/\d+ × 200/)
    expect(figures['a costly account got']).toMatch(/\d+ × 200/)
    expect(figures['a crowd got']).toMatch(/\d+ × 401/)
  },
)

test('a phase is measured again if the host took the cores meanwhile', async () => {
  let phases = 0
  const { figures, violations } = await comparePhases(
    { random: randomFrom(1), hasMore: (done) => done < 1, note: () => {} },
    {
      tasks: [{ kind: 'sleep', action: () => sleep(phases === 2 ? 50 : 5), pauseMs: 10 }],
      send,
      phases: { crowd: async () => async () => {} },
      settle: async () => void (phases += 1),
      phaseMs: 300,
      warmUpMs: 0,
      maxRatio: 4,
      // Asked before and after each phase.
      stolen: () => (phases === 2 ? performance.now() : 0),
    },
  )
  expect(phases).toBe(3)
  expect(figures).toMatchObject({ rounds: 1, 'phases measured again': 1 })
  expect(violations).toEqual([])
})

test('a server with one queue for all accounts is reported', async () => {
  let queue = Promise.resolve()
  const server = createServer((_request, response) => {
    queue = queue.then(() => new Promise((resolve) => setTimeout(resolve, 5)))
    void queue.then(() => response.end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const agent = new Agent({ keepAlive: true })
  const outgoing: Outgoing = { port: (server.address() as AddressInfo).port, host: 'stub', path: '/', agent }
  const task = {
    kind: 'get',
    action: async (via: typeof send) => void expectStatus(200, outgoing, await via(outgoing)),
    pauseMs: 10,
  }
  const random = randomFrom(1)
  const loud = async () =>
    keepDoing(
      Array.from({ length: 40 }, () => task),
      { random, send, onDone: () => {} },
    )
  const { violations } = await comparePhases(
    { random, hasMore: (done) => done < 1, note: () => {} },
    {
      tasks: [task],
      send,
      phases: { 'a loud account': loud },
      settle: async () => {},
      phaseMs: 500,
      warmUpMs: 50,
      maxRatio: 2,
    },
  )
  agent.destroy()
  server.close()
  expect(violations).toHaveLength(1)
  expect(violations[0]).toMatch(/^get beside a loud account × \d+/)
})
