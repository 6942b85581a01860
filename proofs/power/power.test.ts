// @module-tag long
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { startEmbeddedPostgres } from '../../server/src/embedded/postgres/embedded-postgres.ts'
import { reportSkipped } from '../../server/src/testing/report-skipped.ts'
import { prove } from '../proof.ts'
import type { Proof } from '../proof.ts'
import { createDisk, whyNoDisk } from './disk.ts'
import { power, powerProof } from './power.ts'

// Whole portals are started, several times.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-power-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  // PostgreSQL runs as another user.
  await chmod(folder, 0o755)
  return folder
}

const proved = async (proof: Proof, seed: number, rounds: number) =>
  prove(proof, { seed, rounds, folder: await aFolder() })

const reason = await whyNoDisk()
if (reason) reportSkipped(`losses of power are not tried: ${reason}`)

describe.skipIf(reason !== undefined)('without power', () => {
  test('nothing acknowledged is lost', async () => {
    const { figures, violations } = await proved(power, 8, 1)
    // How long starts take depends on what else the machine does.
    expect(violations.filter((each) => !each.includes(' slow: '))).toEqual([])
    expect(figures['acknowledged changes']).toBeGreaterThan(20)
  })

  test('a database that has just been set up starts again', async () => {
    const folder = await aFolder()
    const disk = await createDisk(folder)
    try {
      const start = () => startEmbeddedPostgres(join(disk.folder, 'postgres'))
      const postgres = await start()
      await disk.losePower(() => postgres.stop())
      const again = await start()
      expect(again.url).toContain('@127.0.0.1:')
      await again.stop()
    } finally {
      await disk.remove()
    }
  })

  test('a server that does not sync what it stores is found out', async () => {
    const careless = powerProof({ preload: new URL('careless-sync.ts', import.meta.url) })
    const { violations } = await proved(careless, 8, 1)
    // Archives are empty, or the mark of the store is, which its portal then takes for another's.
    expect(violations.filter((each) => !each.includes(' slow: '))).not.toEqual([])
  })
})
