import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { copyOfTemplate } from '../../server/src/testing/test-app.ts'
import { prove } from '../proof.ts'
import type { Plant } from './portal.ts'
import { tenantsProof } from './tenants.ts'

async function run(rounds: number, plant?: Plant) {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-tenants-'))
  try {
    const proof = tenantsProof({ databaseUrl: await copyOfTemplate(), plant })
    return await prove(proof, { seed: 17, rounds, folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('things of another account answer like missing ones, at every route', async () => {
  const { figures, violations } = await run(350)
  expect(violations).toEqual([])
  expect(figures).toMatchObject({ probes: 350, 'routes not probed': 0 })
  expect(figures['routes']).toBeGreaterThan(200)
})

/** One tells by its status that an account exists, one shows the title of a storybook, one takes what nobody knows. */
const plantLeaks: Plant = (app, db) => {
  const config = { access: 'public' as const }
  app.get<{ Params: { account: string } }>('/planted/:account', { config }, async ({ params }, reply) => {
    const found = await db
      .selectFrom('accounts')
      .select('id')
      .where('public_id', '=', params.account)
      .execute()
    return reply.code(found.length > 0 ? 403 : 404).send()
  })
  app.get<{ Params: { storybook: string } }>('/planted/book/:storybook', { config }, ({ params }) =>
    db.selectFrom('storybooks').select('title').where('public_id', '=', params.storybook).execute(),
  )
  app.get('/planted/odd/:unheardOf', { config }, () => ({}))
}

test('a route that tells something about another account is found', { tags: ['long'] }, async () => {
  const found = (await run(270, plantLeaks)).violations.join('\n')
  expect(found).toMatch(/GET \/planted\/:account .*: differs from a missing thing/)
  expect(found).toMatch(/GET \/planted\/book\/:storybook .*: the answer contains a text of it/)
  expect(found).toContain('tell the proof what unheardOf is')
})
