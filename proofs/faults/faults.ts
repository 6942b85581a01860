import { join } from 'node:path'

import { deleteVersion } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'

import { startEmbeddedPostgres } from '../../server/src/embedded/postgres/embedded-postgres.ts'
import { onDatabase, urlOfDatabase } from '../../server/src/testing/postgres-for-tests.ts'
import type { Outcome, Proof, Run } from '../proof.ts'
import type { Random } from '../random.ts'
import { describeDifference } from './check-stored.ts'
import { aCustomer } from './customer.ts'
import type { Customer, PublishedBuild } from './customer.ts'
import { startFaultyPortal } from './faulty-portal.ts'
import type { FaultyPortal } from './faulty-portal.ts'
import { kinds as allKinds } from './kinds.ts'
import type { FaultKind, StoreKind } from './kinds.ts'
import { playRound } from './round.ts'
import { visit } from './visits.ts'

export interface FaultOptions {
  /** A PostgreSQL server; otherwise one is started. */
  postgresUrl?: string
  stores?: readonly StoreKind[]
  kinds?: readonly FaultKind[]
}

/** A portal in use, and a version in its trash. */
interface Place {
  portal: FaultyPortal
  customer: Customer
  trashed: PublishedBuild
}

export async function runFaults(run: Run, options: FaultOptions = {}): Promise<Outcome> {
  const { stores = ['files', 'S3', 'Azure'], kinds = allKinds } = options
  const postgres = options.postgresUrl
    ? { url: options.postgresUrl, stop: async () => {} }
    : await startEmbeddedPostgres(join(run.folder, 'postgres'), { durable: false })
  const portals: FaultyPortal[] = []
  try {
    for (const store of stores) {
      const name = `faults_${store.toLowerCase()}_${process.pid}`
      await onDatabase(postgres.url, (db) => sql.raw(`CREATE DATABASE ${name}`).execute(db))
      portals.push(await startFaultyPortal(join(run.folder, store), store, urlOfDatabase(postgres.url, name)))
    }
    const places = await Promise.all(
      portals.map((portal) => prepare(portal, run.random.branch(portal.storeKind))),
    )
    return await playRounds(run, places, kinds)
  } finally {
    await Promise.all(portals.map((portal) => portal.close()))
    await postgres.stop()
  }
}

async function prepare(portal: FaultyPortal, random: Random): Promise<Place> {
  const customer = await aCustomer(portal, random)
  let trashed: PublishedBuild | undefined
  // What the visits of a round need at least.
  for (const [i, each] of [
    'publish',
    'create a key',
    'create a key',
    'publish',
    'open a session',
  ].entries()) {
    const { isSuccess, answer } = await visit(each, customer, random.branch(i), `first-${i}`)
    if (!isSuccess) throw new Error(`${each} fails before the first fault: ${answer.bytes.toString()}`)
    if (each === 'publish') trashed ??= customer.published.pop()
  }
  if (!trashed) throw new Error('nothing was published')
  const params = {
    account: customer.account.publicId,
    storybook: customer.storybook,
    version: trashed.version,
  }
  await customer.owner.call(deleteVersion, { params })
  return { portal, customer, trashed }
}

async function playRounds(
  { random, hasMore, note }: Run,
  places: readonly Place[],
  kinds: readonly FaultKind[],
): Promise<Outcome> {
  const violations: string[] = []
  const totals = { rounds: 0, visits: 0, failures: 0, slowestMs: 0 }
  const met = new Set<string>()
  let begun = 0
  let notedAt = performance.now()
  /** Rounds of one portal follow each other; those of several portals run side by side. */
  const playAt = async ({ portal, customer }: Place) => {
    const possible = kinds.filter((kind) => isPossible(kind, portal))
    while (hasMore(begun) && !portal.portal.hasEnded()) {
      const round = begun
      begun += 1
      const chosen = random.branch(round)
      const kind = chosen.pick(possible)
      const outcome = await playRound(portal, customer, kind, chosen, `round${round}`)
      totals.rounds += 1
      totals.visits += outcome.visits
      totals.failures += outcome.failures
      totals.slowestMs = Math.max(totals.slowestMs, outcome.recoveredMs)
      met.add(kind.name)
      const found = outcome.violations.map(
        (wrong) => `round ${round}, ${kind.name}, ${portal.storeKind}: ${wrong}`,
      )
      violations.push(...found)
      for (const each of found) note(`✘ ${each}`)
      if (performance.now() - notedAt < noteEveryMs) continue
      notedAt = performance.now()
      note(`${totals.rounds} faults, ${totals.visits} visits, ${violations.length} violations`)
    }
  }
  await Promise.all(places.map(playAt))
  for (const place of places) violations.push(...(await checkEverything(place)))
  return {
    figures: {
      faults: totals.rounds,
      'kinds of them': met.size,
      visits: totals.visits,
      'failed as documented': totals.failures,
      'back after': `${(totals.slowestMs / 1000).toFixed(1)} s at most`,
      violations: violations.length,
    },
    violations,
  }
}

const noteEveryMs = 30_000

const isPossible = ({ stores, name }: FaultKind, { storeKind, hasSmallDisk }: FaultyPortal) =>
  (stores === undefined || stores.includes(storeKind)) && (name !== 'full disk' || hasSmallDisk)

/** Everything that was ever acknowledged is still there, and so is what is in the trash. */
async function checkEverything({ portal, customer, trashed }: Place): Promise<string[]> {
  const { inside, archives } = portal
  const rows = await inside.db
    .selectFrom('versions')
    .select(['public_id', 'deleted_at', 'purged_at'])
    .execute()
  const stored = new Map(rows.map((row) => [row.public_id, row]))
  const wrong: string[] = []
  for (const build of [...customer.published, trashed]) {
    const row = stored.get(build.version)
    const isKept = row && (build === trashed ? row.purged_at === null : row.deleted_at === null)
    if (!isKept) wrong.push(`in the end, version ${build.version} (${build.label}) is lost`)
    const difference = await describeDifference(archives, build)
    if (difference) wrong.push(`in the end, ${difference}`)
  }
  return wrong
}

export const faults: Proof = {
  summary: 'files, object store, database and clock fail for a moment under load',
  rounds: 500,
  run: runFaults,
}
