import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { ArchiveRefusal } from '../../server/src/archive/refusal.ts'
import { aMember, testPortal } from '../../server/src/testing/test-app.ts'
import { prove } from '../proof.ts'
import type { Proof } from '../proof.ts'
import { plinthEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import { openUploads } from './uploads.ts'
import type { Target } from './zips.ts'
import { proofOf } from './zips.ts'

async function run(proof: Proof, rounds: number) {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-zips-'))
  try {
    return await prove(proof, { seed: 17, rounds, folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The portal of the tests, in this process. */
async function testTarget(): Promise<Target> {
  const { config } = await testPortal()
  const { call, account } = await aMember()
  const target = { call, account, port: config.port, publicOrigin: config.publicUrl.origin }
  return { uploads: await openUploads(target), end: () => undefined, close: async () => {} }
}

test('changed archives are refused or read as yauzl reads them', async () => {
  const { figures, violations } = await run(proofOf(plinthEngine, testTarget), 300)
  expect(violations).toEqual([])
  expect(figures).toMatchObject({ mutants: 300 })
  expect(figures['accepted']).toBeGreaterThan(15)
  expect(figures['uploaded to a portal']).toBeGreaterThan(5)
})

/** The engine, but the first file of each archive is another. */
const swapping: Engine = async (path, signal) => {
  const files = await plinthEngine(path, signal)
  if (files instanceof ArchiveRefusal) return files
  const [first] = files.keys()
  return new Map(
    Array.from(files, ([name, content]) => [name, name === first ? Buffer.from('other') : content]),
  )
}

/** The engine, but files are named without their folders. */
const flattening: Engine = async (path, signal) => {
  const files = await plinthEngine(path, signal)
  if (files instanceof ArchiveRefusal) return files
  return new Map(Array.from(files, ([name, content]) => [name.slice(name.lastIndexOf('/') + 1), content]))
}

test.each([
  ['serves other bytes', swapping],
  ['takes names for others', flattening],
])('an engine that %s is found', async (_, engine) => {
  const { figures, violations } = await run(proofOf(engine), 20)
  expect(figures['differences from yauzl']).toBeGreaterThan(0)
  expect(violations.join()).toMatch(/base64 [\w+/]+/)
})

const odd: Engine = async (path, signal) => {
  if (path.includes('round 1.')) throw new RangeError('out of range')
  if (path.includes('round 2.')) await setTimeout(1100)
  return plinthEngine(path, signal)
}

test('an engine that breaks or takes too long is found', { tags: ['long'] }, async () => {
  const { figures, violations } = await run(proofOf(odd), 3)
  expect(figures).toMatchObject({ crashes: 1, 'over 1 s': 1 })
  expect(violations.join()).toContain('RangeError: out of range')
})
