// @module-tag long
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, inject, test } from 'vitest'

import { prove } from '../proof.ts'
import { runFaults } from './faults.ts'
import type { FaultOptions } from './faults.ts'
import { kinds } from './kinds.ts'
import type { FaultKind } from './kinds.ts'

const folder = await mkdtemp(join(tmpdir(), 'plinth-faults-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A short run, with faults that last a moment. */
const proveShortly = (rounds: number, chosen: readonly FaultKind[], options: FaultOptions) => {
  const run = {
    summary: 'a few faults',
    rounds,
    run: (given: Parameters<typeof runFaults>[0]) =>
      runFaults(given, {
        ...options,
        postgresUrl: inject('postgresUrl'),
        kinds: chosen.map((kind) => ({ ...kind, maxMs: 300 })),
      }),
  }
  return prove(run, { seed: 1, folder: join(folder, options.stores?.join('-') ?? 'all') })
}

const named = (...names: string[]) => kinds.filter(({ name }) => names.includes(name))

test('faults of files, store, database and clock are answered as documented', async () => {
  const chosen = named('ENOSPC', 'EIO', 'store 503', 'database dropped after COMMIT', 'clock ahead')
  const { figures, violations } = await proveShortly(6, chosen, { stores: ['S3'] })
  expect(violations).toEqual([])
  expect(figures).toMatchObject({ faults: 6 })
  expect(figures['failed as documented']).toBeGreaterThan(0)
})

test('an archive that was acknowledged and never stored is found', async () => {
  const forgetful: FaultKind = {
    name: 'forgotten links',
    fault: () => ({ below: 'process', injected: { forgets: 'link' } }),
    allows: [],
  }
  const { violations } = await proveShortly(1, [forgetful], { stores: ['files'] })
  expect(violations.join('\n')).toMatch(/the archive of \w+: there is no \w+ in the store/)
})
