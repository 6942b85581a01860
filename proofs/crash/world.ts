import { createHash } from 'node:crypto'

import { ApiError, createClient } from '@plinth/contract/client.ts'
import { setRetention } from '@plinth/contract/retention.ts'
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { createWebhook, webhookEvents } from '@plinth/contract/webhooks.ts'

import { aForm, aStorybookZip } from '../../server/src/testing/builds.ts'
import type { Inside, Member, ProvenAccount, RunningPortal } from '../portal.ts'
import { absent, newFacts } from './facts.ts'
import type { Change, Facts } from './facts.ts'
import type { Receiver } from './receiver.ts'

/** An account that clients change, and what must be true of it. */
export interface World {
  origin: string
  account: ProvenAccount
  owner: Member
  /** Whose roles are changed. */
  members: Member[]
  /** Who may redeem invitations; those who have joined are not among them. */
  guests: Member[]
  books: Record<BookName, Book>
  facts: Facts
  publications: Map<string, Publication>
  invitations: Invitation[]
  /** By name. */
  keys: Map<string, number>
  /** What broke a promise at once, without a look at the portal. */
  violations: Violation[]
}

/**
 * `series` is published to by several clients, rules thin `thinned`, versions of `emptied` are deleted and restored, and
 * `removed` as a whole.
 */
export type BookName = 'series' | 'thinned' | 'emptied' | 'removed'
export interface Book {
  title: string
  publicId: string
}

/** A version that a client has begun to publish. Its label is its message, and tells what is inside. */
export interface Publication {
  label: string
  book: BookName
  branch: string
  padding: number
  /** Of its zip. */
  bytes: number
  sha256: string
  /** From when to when clients waited for the answer, in ticks; without an end while it is in doubt. */
  began: number
  answered: number | undefined
  publicId: string | undefined
}

export interface Invitation {
  email: string
  code: string
  /** Two people try to use it. */
  racers: [Member, Member]
}

export interface Violation {
  kind: 'lost' | 'half-published' | 'wrong newest' | 'double use' | 'slow' | 'other'
  text: string
}

let ticks = 0
export const tick = () => (ticks += 1)

/** As many versions of a branch as the rule keeps at least. */
export const leastKept = 2

const zipOf = ({ label, padding }: Pick<Publication, 'label' | 'padding'>) =>
  aStorybookZip({ label, files: { 'padding.txt': label.repeat(padding) } })

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Notes that the change is asked for, and whether it was made. Without an answer, both is possible. */
export async function attempt<T>(
  { facts, violations }: Pick<World, 'facts' | 'violations'>,
  change: Change,
  call: () => Promise<T>,
): Promise<T> {
  facts.begin(change)
  try {
    const answer = await call()
    facts.acknowledge(change)
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) {
      facts.refuse(change)
      violations.push({ kind: 'other', text: `${change.fact}: refused with ${error.status} ${error.body}` })
    }
    throw error
  }
}

export async function newWorld(
  inside: Inside,
  { origin }: Pick<RunningPortal, 'origin'>,
  receiver: Receiver,
): Promise<World> {
  const account = await inside.anAccount()
  const owner = await inside.aPerson(account)
  const params = { account: account.publicId }
  await owner.call(createWebhook, {
    params,
    body: { name: 'Everything', url: receiver.url, format: 'json', events: [...webhookEvents] },
  })
  const facts = newFacts()
  const violations: Violation[] = []
  const book = async (title: string): Promise<Book> => {
    const told = `storybook.created ${title}`
    const change = { fact: `storybook ${title}`, value: 'listed', entry: told, event: told }
    const { publicId } = await attempt({ facts, violations }, change, () =>
      owner.call(createStorybook, { params, body: { title, mainBranch: 'main' } }),
    )
    return { title, publicId }
  }
  const members = [await inside.aPerson(account, 'User'), await inside.aPerson(account, 'User')]
  for (const { person } of [owner, ...members]) {
    const change = { fact: `role of ${person.email}`, value: person === owner.person ? 'Owner' : 'User' }
    facts.begin(change)
    facts.acknowledge(change)
  }
  const world: World = {
    origin,
    account,
    owner,
    members,
    guests: [],
    books: {
      series: await book('series'),
      thinned: await book('thinned'),
      emptied: await book('emptied'),
      removed: await book('removed'),
    },
    facts,
    publications: new Map(),
    invitations: [],
    keys: new Map(),
    violations,
  }
  await keepNewest(world, leastKept)
  for (const name of ['emptied', 'removed'] as const) {
    for (const i of [0, 1]) await publish(world, aPublication(name, { label: `${name}-${i}` }))
  }
  return world
}

/** Whoever redeems an invitation must not be a member yet. */
export async function addGuests(world: World, inside: Inside, wanted: number): Promise<void> {
  while (world.guests.length < wanted) world.guests.push(await inside.aPerson())
}

export async function keepNewest(world: World, kept: number): Promise<void> {
  const { owner, account, books } = world
  const rule = { keepNewest: kept, inactiveDays: null }
  await attempt(world, { fact: 'rule', value: String(kept), entry: 'retention.changed' }, () =>
    owner.call(setRetention, {
      params: { account: account.publicId },
      body: { rule: null, exceptions: [{ storybookPublicId: books.thinned.publicId, rule }] },
    }),
  )
}

export function aPublication(
  book: BookName,
  { label, branch = 'main', padding = 1 }: { label: string; branch?: string; padding?: number },
): Publication {
  const zip = zipOf({ label, padding })
  const { length: bytes } = zip
  const sha256 = hashOf(zip)
  const unanswered = { answered: undefined, publicId: undefined }
  return { label, book, branch, padding, bytes, sha256, began: tick(), ...unanswered }
}

/** Publishes, or asks again for the answer to an earlier try, as the CLI does: the label is the idempotency key. */
export async function publish(world: World, publication: Publication): Promise<void> {
  const { origin, account, owner, books, facts, publications } = world
  const { label, book, branch } = publication
  publications.set(label, publication)
  const headers = { authorization: `Bearer ${owner.token}`, 'idempotency-key': label }
  const send = () =>
    createClient({ baseUrl: origin, headers: () => headers })(publishVersion, {
      params: { account: account.publicId, storybook: books[book].publicId },
      form: aForm(zipOf(publication), { Message: label, Branch: branch }),
    })
  const fact = `version ${label}`
  const isNew = facts.valueOf(fact) === absent
  const { versionPublicId } = await (isNew ? attempt(world, { fact, value: 'listed' }, send) : send())
  publication.answered ??= tick()
  publication.publicId ??= versionPublicId
  if (publication.publicId !== versionPublicId) {
    const text = `${label} was published as ${publication.publicId}, and again as ${versionPublicId}`
    world.violations.push({ kind: 'double use', text })
  }
}
