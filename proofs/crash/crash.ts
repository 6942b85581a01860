import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

import { publishSteps } from '../../server/src/shared/publish-steps.ts'
import type { PublishStep } from '../../server/src/shared/publish-steps.ts'
import { killEmbeddedPostgres, openInside, startPortal, untilEnded } from '../portal.ts'
import type { Inside, RunningPortal } from '../portal.ts'
import type { Outcome, Proof, Run } from '../proof.ts'
import type { Random } from '../random.ts'
import { figuresOf, newTally } from './figures.ts'
import type { Tally } from './figures.ts'
import { startReceiver } from './receiver.ts'
import { beginWorld, checkAgain, endWorld, recover } from './rounds.ts'
import { startLoad } from './workload.ts'
import type { World } from './world.ts'

/** What ends the portal in a round. */
export type Hit =
  | { kind: 'kill'; what: 'server' | 'database' | 'both'; afterChanges: number; afterMs: number }
  | { kind: 'failpoint'; step: PublishStep; occurrence: number }

const killsPerTurn = 25

/** In each turn every step once, and kills at any moment. */
export const roundsPerTurn = killsPerTurn + publishSteps.length

export function hitOf(random: Random, round: number): Hit {
  const turn = random.branch(`turn ${Math.floor(round / roundsPerTurn)}`)
  const order = shuffled([...publishSteps, ...Array.from({ length: killsPerTurn }, () => undefined)], turn)
  const step = order[round % roundsPerTurn]
  const choices = random.branch(`round ${round}`)
  if (step) return { kind: 'failpoint', step, occurrence: choices.whole(1, 4) }
  const what = choices.pick(['server', 'database', 'both'] as const)
  // A change that has just been acknowledged is the most likely to be lost.
  if (choices.chance(0.5)) return { kind: 'kill', what, afterChanges: choices.whole(1, 30), afterMs: 0 }
  return { kind: 'kill', what, afterChanges: 0, afterMs: choices.whole(0, 1500) }
}

function shuffled<T>(items: T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random.fraction() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

const describe = (hit: Hit) =>
  hit.kind === 'kill'
    ? `kill of ${hit.what} after ${hit.afterChanges} changes and ${hit.afterMs} ms`
    : `${hit.occurrence}. "${hit.step}"`

/** Clients change this many rounds the same account. */
const roundsPerWorld = 10

/** Longer than a portal may need to notice that its database is gone, or to reach a step. */
const maxWaitMs = 20_000

interface Options {
  /** On top of the usual ones, to plant a fault. */
  settings?: Record<string, string>
}

export const crashProof = ({ settings = {} }: Options = {}): Proof => ({
  summary:
    'kills server and database while clients change things, at any moment and at every step of publishing',
  rounds: 20 * roundsPerTurn,
  run: (run) => proveCrashes(run, settings),
})

async function proveCrashes(run: Run, settings: Record<string, string>): Promise<Outcome> {
  const { random, hasMore, folder, note } = run
  const tally = newTally()
  const receiver = await startReceiver()
  const start = (round: number, port?: number) =>
    startPortal(folder, {
      ...(port === undefined ? {} : { port }),
      preload: new URL('preload.ts', import.meta.url),
      settings: {
        PLINTH_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
        ...settings,
        ...failpointSetting(hitOf(random, round)),
      },
    })
  const earlier: World[] = []
  let portal = await start(0)
  let inside = openInside(portal)
  try {
    let world = await beginWorld(inside, portal, receiver)
    let round = 0
    for (; hasMore(round); round++) {
      const hit = hitOf(random, round)
      await suffer(portal, inside, world, hit, random.branch(`load ${round}`), tally)
      await inside.close()
      portal = await start(round + 1, portal.port)
      inside = openInside(portal)
      tally.ready.push(portal.startedIn)
      const where = `round ${round}, ${describe(hit)}`
      tally.note(where, await recover(world, inside, archivesOf(folder), random.branch(`retry ${round}`)))
      if ((round + 1) % roundsPerWorld === 0) {
        tally.note(where, await endWorld(world, inside, receiver))
        tally.add(world)
        earlier.push(world)
        tally.note(
          where,
          await checkAgain(random.branch(`again ${round}`).pick(earlier), inside, archivesOf(folder)),
        )
        world = await beginWorld(inside, portal, receiver)
        note(`${round + 1} rounds, ${tally.violations.length} violations, last start ${portal.startedIn} ms`)
      }
    }
    tally.note('at the end', await endWorld(world, inside, receiver))
    tally.add(world)
    for (const each of [...earlier, world]) {
      tally.note('at the end', await checkAgain(each, inside, archivesOf(folder)))
    }
  } finally {
    await inside.close()
    await portal.stop()
    receiver.close()
  }
  return figuresOf(tally)
}

const archivesOf = (folder: string) => join(folder, 'data/blobs/archives')

const failpointSetting = (hit: Hit): Record<string, string> =>
  hit.kind === 'failpoint' ? { PROOF_FAILPOINT: `${hit.step}|${hit.occurrence}|SIGKILL` } : {}

/** Clients change things until the portal has ended. */
async function suffer(
  portal: RunningPortal,
  inside: Inside,
  world: World,
  hit: Hit,
  random: Random,
  tally: Tally,
): Promise<void> {
  // From now on: what was done before is not meant.
  if (hit.kind === 'failpoint') portal.child.kill('SIGUSR2')
  const load = startLoad(world, inside, random)
  if (hit.kind === 'kill') {
    await untilAcknowledged(world, hit.afterChanges)
    await sleep(hit.afterMs)
    if (hit.what !== 'server') await killEmbeddedPostgres(portal.folder)
    if (hit.what !== 'database') await portal.kill()
    tally.kills += 1
  }
  const hasEnded = await Promise.race([untilEnded(portal).then(() => true), sleep(maxWaitMs, false)])
  if (!hasEnded) {
    const text = `the portal has not ended ${maxWaitMs} ms after ${describe(hit)}`
    tally.note('in a round', [{ kind: 'other', text }])
    await portal.kill()
  } else if (hit.kind === 'failpoint') tally.failpoints += 1
  load.stop()
  await load.ended
}

async function untilAcknowledged({ facts: { counts } }: World, changes: number): Promise<void> {
  const enough = counts.acknowledged + changes
  const deadline = Date.now() + maxWaitMs
  while (counts.acknowledged < enough && Date.now() < deadline) await nextTurn()
}

export const crash = crashProof()
