import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeAll, expect, test } from 'vitest'

import { reportSkipped } from '../../server/src/testing/report-skipped.ts'
import { prove } from '../proof.ts'
import type { Outcome } from '../proof.ts'
import { hasCaddy } from './caddy.ts'
import { drainProof } from './drain.ts'

const isSkipped = !hasCaddy()
if (isSkipped) reportSkipped('restarts behind Caddy: caddy is not installed')

/** One restart as supervisors do it, and one without a chance to finish anything. */
const proof = drainProof({
  endingOf: (round) => (round === 0 ? 'stopped' : 'killed'),
  // Still longer than Caddy takes to notice.
  settings: { PLINTH_DRAIN_SECONDS: '3' },
})

let outcome: Outcome

beforeAll(async () => {
  if (isSkipped) return
  const folder = await mkdtemp(join(tmpdir(), 'plinth-drain-'))
  outcome = await prove(proof, { seed: 1, rounds: 2, folder })
  await rm(folder, { recursive: true, force: true })
}, 120_000)

const failuresOf = (restart: number) =>
  outcome.violations.filter((violation) => violation.startsWith(`restart ${restart}: `))

test.skipIf(isSkipped)('no request fails while an instance restarts behind the proxy', () => {
  expect(failuresOf(0)).toEqual([])
  expect(outcome.violations.filter((violation) => violation.includes('acknowledged version'))).toEqual([])
  expect(outcome.figures['restarts']).toBe(2)
  expect(outcome.figures['requests']).toBeGreaterThan(100)
  expect(outcome.figures['slow transfers']).toBeGreaterThan(3)
})

test.skipIf(isSkipped)('requests that fail because an instance was killed are reported', () => {
  expect(failuresOf(1).join('\n')).toMatch(/(download|slowPublish) failed/)
})
