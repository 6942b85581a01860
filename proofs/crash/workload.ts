import { setTimeout as sleep } from 'node:timers/promises'

import { createApiKey, deleteApiKey } from '@plinth/contract/api-keys.ts'
import { ApiError } from '@plinth/contract/client.ts'
import type { AnyEndpoint } from '@plinth/contract/endpoint.ts'
import { createInvitation, redeemInvitation } from '@plinth/contract/invitations.ts'
import { updateMember } from '@plinth/contract/members.ts'
import { deleteStorybook } from '@plinth/contract/storybooks.ts'
import { restoreStorybook, restoreVersion } from '@plinth/contract/trash.ts'
import { deleteVersion, updateVersion } from '@plinth/contract/versions.ts'

import type { Inside } from '../portal.ts'
import type { Random } from '../random.ts'
import { makeRetentionDue } from './duties.ts'
import { aPublication, attempt, keepNewest, leastKept, publish } from './world.ts'
import type { Invitation, Publication, World } from './world.ts'

/** A client does one thing after the other, until it gets no answer or the load is over. */
type Step = (world: World, random: Random) => Promise<void>

const newName = (kind: string, random: Random) => `${kind}-${random.bytes(6).toString('hex')}`

const publishToSeries: Step = (world, random) =>
  publish(
    world,
    aPublication('series', {
      label: newName('series', random),
      branch: random.pick(['main', 'main', 'feature']),
      padding: random.pick([1, 100, 10_000]),
    }),
  )

const publishToThinned: Step = (world, random) =>
  publish(world, aPublication('thinned', { label: newName('thinned', random) }))

/** One version of the storybook always stays. */
const deleteOrRestoreVersion: Step = async (world) => {
  const { owner, account, books, facts, publications } = world
  const publicId = publications.get('emptied-1')?.publicId ?? ''
  const fact = 'version emptied-1'
  if (facts.valueOf(fact) === 'listed') {
    const told = `version.deleted ${publicId}`
    const params = { account: account.publicId, storybook: books.emptied.publicId, version: publicId }
    await attempt(world, { fact, value: 'trashed', entry: told, event: told }, () =>
      owner.call(deleteVersion, { params }),
    )
  } else {
    const told = `version.restored ${publicId}`
    const params = { account: account.publicId, version: publicId }
    await attempt(world, { fact, value: 'listed', entry: told, event: told }, () =>
      owner.call(restoreVersion, { params }),
    )
  }
}

const deleteOrRestoreStorybook: Step = async (world) => {
  const { owner, account, books, facts } = world
  const { title, publicId } = books.removed
  const params = { account: account.publicId, storybook: publicId }
  const fact = `storybook ${title}`
  const isListed = facts.valueOf(fact) === 'listed'
  const told = `storybook.${isListed ? 'deleted' : 'restored'} ${title}`
  const change = { fact, value: isListed ? 'trashed' : 'listed', entry: told, event: told }
  await attempt(world, change, () =>
    owner.call<AnyEndpoint>(isListed ? deleteStorybook : restoreStorybook, { params }),
  )
}

const nameRelease: Step = async (world, random) => {
  const { owner, account, books, facts } = world
  const published = publishedIn(world, 'series')
  if (published.length === 0) return
  const { label, publicId } = random.pick(published)
  const fact = `release of ${label}`
  const release = newName('release', random)
  if (facts.valueOf(fact) === undefined) return
  const params = { account: account.publicId, storybook: books.series.publicId, version: publicId }
  const change = {
    fact,
    value: release,
    entry: `version.changed ${publicId}`,
    event: `release.named ${publicId}`,
  }
  await attempt(world, change, () => owner.call(updateVersion, { params, body: { release } }))
}

function publishedIn({ publications }: World, book: Publication['book']) {
  return [...publications.values()].flatMap(({ publicId, ...one }) =>
    one.book === book && publicId !== undefined ? [{ ...one, publicId }] : [],
  )
}

const inviteAndRace: Step = async (world, random) => {
  const { owner, account, guests, invitations } = world
  const racers = [guests.pop(), guests.pop()] as const
  if (!racers[0] || !racers[1]) return
  const email = `${newName('guest', random)}@race.example`
  const change = { fact: `invitation ${email}`, value: 'open', entry: `invitation.created ${email}` }
  const { invitationCode: code } = await attempt(world, change, () =>
    owner.call(createInvitation, {
      params: { account: account.publicId },
      body: { email, displayName: email },
    }),
  )
  const invitation: Invitation = { email, code, racers: [racers[0], racers[1]] }
  invitations.push(invitation)
  await race(world, invitation)
}

/** Both redeem one code at once, and may have tried before: one of them joins. */
export async function race(world: World, { email, code, racers }: Invitation): Promise<void> {
  const { facts, violations } = world
  const fact = `invitation ${email}`
  const wasOpen = facts.valueOf(fact) === 'open'
  const results = await Promise.allSettled(
    racers.map(async ({ person, call }) => {
      const change = {
        fact,
        value: `used by ${person.email}`,
        entry: `invitation.redeemed ${email}`,
        event: `member.joined ${person.email}`,
      }
      if (wasOpen) facts.begin(change)
      try {
        await call(redeemInvitation, { body: { invitationCode: code, accept: true } })
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error
        if (wasOpen) facts.refuse(change)
        return false
      }
      if (wasOpen) facts.acknowledge(change)
      return true
    }),
  )
  const joined = results.filter((one) => one.status === 'fulfilled' && one.value).length
  const unanswered = results.find((one) => one.status === 'rejected')
  if (joined > 1) violations.push({ kind: 'double use', text: `${email} was redeemed by two people` })
  if (unanswered) throw unanswered.reason
  if (joined === 0) violations.push({ kind: 'lost', text: `${email} could be redeemed by nobody` })
}

const createOrDeleteKey: Step = async (world, random) => {
  const { owner, account, keys, facts } = world
  const params = { account: account.publicId }
  const [name, id] = [...keys].find(([each]) => facts.valueOf(`key ${each}`) === 'there') ?? []
  if (name === undefined || id === undefined || random.chance(0.5)) {
    const added = newName('key', random)
    const change = { fact: `key ${added}`, value: 'there', entry: `apiKey.created ${added}` }
    const created = await attempt(world, change, () =>
      owner.call(createApiKey, { params, body: { name: added } }),
    )
    keys.set(added, created.id)
  } else {
    const change = { fact: `key ${name}`, value: 'absent', entry: `apiKey.deleted ${name}` }
    await attempt(world, change, () => owner.call(deleteApiKey, { params: { ...params, id } }))
  }
}

const changeRole: Step = async (world, random) => {
  const { owner, account, members, facts } = world
  const { email, displayName, objectId: oid } = random.pick(members).person
  const fact = `role of ${email}`
  const role = facts.valueOf(fact) === 'User' ? 'Viewer' : 'User'
  await attempt(world, { fact, value: role, entry: `member.changed ${email}` }, () =>
    owner.call(updateMember, {
      params: { account: account.publicId, oid },
      body: { displayName, email, role },
    }),
  )
}

const changeRule: Step = (world) =>
  keepNewest(world, world.facts.valueOf('rule') === String(leastKept) ? leastKept + 1 : leastKept)

const inTurn =
  (...steps: Step[]): Step =>
  async (world, random) => {
    for (const step of steps) await step(world, random)
  }

/** The steps of one client touch what no other client touches. */
const clients: Step[] = [
  publishToSeries,
  publishToSeries,
  publishToThinned,
  inTurn(deleteOrRestoreVersion, deleteOrRestoreStorybook),
  nameRelease,
  inviteAndRace,
  inTurn(createOrDeleteKey, changeRole, changeRule),
]

export interface Load {
  /** Settles when every client has ended. */
  ended: Promise<unknown>
  stop(): void
}

export function startLoad(world: World, inside: Inside, random: Random): Load {
  const ending = new AbortController()
  const repeat = async (step: () => Promise<void>, pauseMs: number) => {
    while (!ending.signal.aborted) {
      try {
        await step()
        await sleep(pauseMs)
      } catch {
        // Either it was refused, which is noted, or there is no answer, and then the portal is gone.
        return
      }
    }
  }
  const randoms = clients.map((_, i) => random.branch(`client ${i}`))
  const ended = Promise.all([
    ...clients.map((step, i) => repeat(() => step(world, randoms[i] ?? random), 5)),
    repeat(() => makeRetentionDue(inside), 200),
  ])
  return { ended, stop: () => ending.abort() }
}
