import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { chromiumForTests } from '../../camera/src/testing/chromium-for-tests.ts'
import { prove } from '../proof.ts'
import { cameraProof, madeBuilds } from './camera.ts'

test.skipIf(!chromiumForTests())(
  'cameras that are killed lose no job and leave nothing behind',
  { tags: ['long'], timeout: 400_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-cameras-'))
    const builds = madeBuilds(['#2563eb', '#b91c1c'])
    const { figures, violations } = await prove(cameraProof(builds), { seed: 1, rounds: 2, folder })
    await rm(folder, { recursive: true, force: true })
    expect(violations).toEqual([])
    expect(figures).toMatchObject({ kills: 2, 'jobs lost': 0 })
    expect(figures['of them while it had a job']).toBeGreaterThan(0)
  },
)
