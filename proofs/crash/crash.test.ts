import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { publishSteps } from '../../server/src/shared/publish-steps.ts'
import { startPortal } from '../portal.ts'
import { prove } from '../proof.ts'
import { randomFrom } from '../random.ts'
import { crash } from './crash.ts'
import { hitOf, roundsPerTurn } from './hits.ts'

// Whole portals are started, several times.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-crash-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('the long form hits every step of publishing 20 times, and kills 500 times at other moments', () => {
  const random = randomFrom(1)
  const hits = Array.from({ length: crash.rounds }, (_, round) => hitOf(random, round))
  expect(crash.rounds % roundsPerTurn).toBe(0)
  expect(hits.filter(({ kind }) => kind === 'moment')).toHaveLength(500)
  for (const step of publishSteps) {
    expect(hits.filter((hit) => hit.kind === 'failpoint' && hit.step === step)).toHaveLength(20)
  }
})

test('nothing acknowledged is lost when server and database are killed', { tags: ['long'] }, async () => {
  const { figures, violations } = await prove(crash, { seed: 8, rounds: 1, folder: await aFolder() })
  // How long starts take depends on what else the machine does.
  expect(violations.filter((each) => !each.includes(' slow: '))).toEqual([])
  expect(figures['acknowledged changes']).toBeGreaterThan(20)
  expect(figures['changes in doubt']).toBeGreaterThan(0)
})

test('a database that answers before a commit is durable is found out', { tags: ['long'] }, async () => {
  const folder = await aFolder()
  const portal = await startPortal(folder)
  await portal.stop()
  const settings = "synchronous_commit = off\nwal_writer_delay = '10s'\nwal_writer_flush_after = '1GB'\n"
  await appendFile(join(folder, 'data/postgres/cluster/postgresql.auto.conf'), settings)
  const { violations } = await prove(crash, { seed: 11, rounds: 1, folder })
  // So much is lost that even the account may be gone.
  expect(violations.filter((each) => !each.includes(' slow: '))).not.toEqual([])
})
