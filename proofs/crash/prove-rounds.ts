import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

import { openInside } from '../portal.ts'
import type { RunningPortal } from '../portal.ts'
import type { Outcome, Run } from '../proof.ts'
import { figuresOf, newTally } from './figures.ts'
import type { Tally } from './figures.ts'
import { describeHit, hitOf } from './hits.ts'
import type { Hit } from './hits.ts'
import { startReceiver } from './receiver.ts'
import { beginWorld, checkAgain, endWorld, recover } from './rounds.ts'
import { startLoad } from './workload.ts'
import type { World } from './world.ts'

/** What a portal runs on, and how it is hit there. */
export interface Machine {
  /** Starts a portal that will be hit like this. */
  start(hit: Hit, port: number | undefined): Promise<RunningPortal>
  /** Resolves once the portal has ended; false if it did not do so by itself when it should have. */
  strike(portal: RunningPortal, hit: Hit): Promise<boolean>
}

/** Clients change the same account for this many rounds. */
const roundsPerWorld = 10

/** Longer than clients, or a portal that is to end, ever need. */
export const maxWaitMs = 60_000

/** In each round, clients change things until the portal is hit. It starts again, and everything is compared. */
export async function proveRounds(
  { random, hasMore, note }: Run,
  machine: Machine,
  figures: (tally: Tally) => Outcome['figures'],
): Promise<Outcome> {
  const tally = newTally()
  const receiver = await startReceiver()
  const earlier: World[] = []
  let portal = await machine.start(hitOf(random, 0), undefined)
  const archives = join(portal.folder, 'data/blobs/archives')
  let inside = openInside(portal)
  try {
    let world = await beginWorld(inside, portal, receiver)
    for (let round = 0; hasMore(round); round++) {
      const hit = hitOf(random, round)
      const where = `round ${round}, ${describeHit(hit)}`
      const load = startLoad(world, inside, random.branch(`load ${round}`))
      await untilDue(world, portal, hit)
      if (!(await machine.strike(portal, hit))) {
        tally.note(where, [{ kind: 'other', text: 'the portal did not reach its end' }])
      }
      load.stop()
      await load.ended
      await inside.close()
      tally.hits[hit.kind] += 1
      const next = await machine.start(hitOf(random, round + 1), portal.port).catch(String)
      if (typeof next === 'string') {
        // Everything is lost, and there is nothing to go on with.
        tally.note(where, [{ kind: 'lost', text: `the portal does not start again: ${next}` }])
        return figuresOf(tally, figures(tally))
      }
      portal = next
      inside = openInside(portal)
      tally.ready.push(portal.startedIn)
      try {
        tally.note(where, await recover(world, inside, archives, random.branch(`retry ${round}`)))
      } catch (error) {
        // What is asked for here must be answered. The clients go on in an account of which all is known.
        tally.note(where, [{ kind: 'other', text: `an error after the restart: ${String(error)}` }])
        tally.add(world)
        world = await beginWorld(inside, portal, receiver)
      }
      if ((round + 1) % roundsPerWorld > 0) continue
      tally.note(where, await endWorld(world, inside, receiver))
      earlier.push(world)
      const again = random.branch(`again ${round}`).pick(earlier)
      tally.note(where, await checkAgain(again, inside, archives))
      world = await beginWorld(inside, portal, receiver)
      note(`${round + 1} rounds, ${tally.violations.length} violations, last start ${portal.startedIn} ms`)
    }
    tally.note('at the end', await endWorld(world, inside, receiver))
    for (const each of [...earlier, world]) {
      tally.note('at the end', await checkAgain(each, inside, archives))
      tally.add(each)
    }
  } finally {
    await inside.close()
    await portal.stop()
    receiver.close()
  }
  return figuresOf(tally, figures(tally))
}

async function untilDue({ facts: { counts } }: World, { child }: RunningPortal, hit: Hit): Promise<void> {
  if (hit.kind === 'failpoint') {
    // From now on: what was done before is not meant.
    child.kill('SIGUSR2')
    return
  }
  const enough = counts.acknowledged + hit.afterChanges
  const deadline = Date.now() + maxWaitMs
  while (counts.acknowledged < enough && Date.now() < deadline) await nextTurn()
  await sleep(hit.afterMs)
}
