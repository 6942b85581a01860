import type { Inside, RunningPortal } from '../portal.ts'
import type { Random } from '../random.ts'
import { compare, compareEvents } from './compare.ts'
import { applyRules, endClaims } from './duties.ts'
import type { Receiver } from './receiver.ts'
import { race } from './workload.ts'
import { addGuests, newWorld, publish } from './world.ts'
import type { Violation, World } from './world.ts'

/** Enough for all the invitations of a round. */
const guestsPerRound = 12

export async function beginWorld(inside: Inside, portal: RunningPortal, receiver: Receiver): Promise<World> {
  const world = await newWorld(inside, portal, receiver)
  await addGuests(world, inside, guestsPerRound)
  return world
}

/** After a restart: compares, and does again what got no answer, as clients do. */
export async function recover(
  world: World,
  inside: Inside,
  archives: string,
  random: Random,
): Promise<Violation[]> {
  const unanswered = [...world.publications.values()].filter(({ answered }) => answered === undefined)
  const violations = await checkAgain(world, inside, archives)
  const answered = [...world.publications.values()].filter(
    ({ book, answered: at }) => book === 'series' && at !== undefined,
  )
  if (answered.length > 0) unanswered.push(random.pick(answered))
  for (const publication of new Set(unanswered)) await publish(world, publication)
  const open = world.invitations.filter(({ email }) => world.facts.valueOf(`invitation ${email}`) === 'open')
  for (const invitation of new Set([...open, ...world.invitations.slice(-1)])) await race(world, invitation)
  await endClaims(inside)
  await addGuests(world, inside, guestsPerRound)
  return [...violations, ...world.violations.splice(0)]
}

/** Once clients have ended: everything is as it should be, and has been told. */
export async function endWorld(world: World, inside: Inside, receiver: Receiver): Promise<Violation[]> {
  return [...(await compareEvents(world, inside, receiver)), ...world.violations.splice(0)]
}

export async function checkAgain(world: World, inside: Inside, archives: string): Promise<Violation[]> {
  await applyRules(inside)
  return compare(world, archives)
}
