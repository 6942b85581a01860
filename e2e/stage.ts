import { randomUUID } from 'node:crypto'

import { allowShareLinks } from '@plinth/contract/accounts.ts'
import { createApiKey } from '@plinth/contract/api-keys.ts'
import { createInvitation } from '@plinth/contract/invitations.ts'
import type { Role } from '@plinth/contract/roles.ts'
import { createShareLink } from '@plinth/contract/share-links.ts'
import {
  createStorybook,
  deleteStorybook,
  listStorybooks,
  setFavourite,
} from '@plinth/contract/storybooks.ts'
import { refreshViewerSession } from '@plinth/contract/viewer.ts'
import { createWebhook, pauseWebhook } from '@plinth/contract/webhooks.ts'

import { personFrom } from '../server/src/embedded/identity/people.ts'
import type { Person } from '../server/src/embedded/identity/people.ts'
import { insertAccount } from '../server/src/features/accounts/store.ts'
import { insertMembership } from '../server/src/features/members/store.ts'
import {
  insertOrLockSubscription,
  updateAccountOfSubscription,
} from '../server/src/features/subscriptions/store.ts'
import { ensureUser } from '../server/src/identity/store.ts'
import { aRegisteredAgent } from './agents.ts'
import { publish } from './builds.ts'
import type { Published } from './builds.ts'
import { insertStorybooks } from './many-storybooks.ts'
import { asColleague, onDatabase } from './teams.ts'
import type { Colleague, Team } from './teams.ts'

/** An account with some of everything in it, and people with different access. */
export interface Stage extends Team {
  /** Belongs to this account and to an empty one. */
  consultant: Colleague
  /** Owner of an account with nothing in it, whose subscription is suspended. */
  newcomer: Colleague
  emptyAccount: string
  /** Owner of an account with many storybooks, some of which they like or have seen. */
  librarian: Colleague
  largeAccount: string
  /** Belongs to no account. */
  stranger: Colleague
  invitation: string
  /** The address of a share link to the newest version of the storybook. */
  shareLink: string
  storybook: Published
  /** The ids of a component and of a story in both versions of it. */
  component: string
  story: string
  /** A storybook without versions. */
  bare: string
  /** The id of a webhook that is paused, so that nothing is sent. */
  webhook: number
  /** The address at which an agent asks to read the account. */
  agentRequest: string
}

/** The two builds are published as versions; without them, small ones that only look like a Storybook. */
export async function aStage(builds?: readonly [Buffer, Buffer]): Promise<Stage> {
  const suffix = randomUUID().slice(0, 8)
  const person = (name: string, organisation: string): Person =>
    personFrom(
      `${name.split(' ')[0]?.toLowerCase()}@${organisation.toLowerCase()}-${suffix}.example`,
      name,
      organisation,
    )
  const people = {
    ada: person('Ada Lindqvist', 'Northwind'),
    ben: person('Ben Okafor', 'Northwind'),
    consultant: person('Carla Moreno', 'Fourth'),
    newcomer: person('Noor Haddad', 'Tailspin'),
    librarian: person('Lena Brandt', 'Wingtip'),
    stranger: person('Sven Falk', 'Elsewhere'),
  }
  const arranged = await onDatabase(async (db) => {
    const full = await insertAccount(db, 'Northwind Design', people.ada.tenantId)
    const empty = await insertAccount(db, 'Tailspin Toys', people.newcomer.tenantId)
    const large = await insertAccount(db, 'Wingtip Library', people.librarian.tenantId)
    const join = async (account: { id: number }, who: Person, role: Role) =>
      insertMembership(db, account.id, await ensureUser(db, who), role)
    await join(full, people.ada, 'Owner')
    await join(full, people.ben, 'User')
    await join(full, people.consultant, 'User')
    await join(empty, people.consultant, 'User')
    await join(empty, people.newcomer, 'Owner')
    await join(large, people.librarian, 'Owner')
    for (const [account, status] of [
      [full, 'Subscribed'],
      [empty, 'Suspended'],
    ] as const) {
      const bought = await insertOrLockSubscription(db, randomUUID(), {
        name: `Plinth for ${account === full ? 'Northwind' : 'Tailspin'}`,
        offer_id: 'plinth',
        plan_id: 'team',
        quantity: 25,
        status,
        created_at: daysAgo(200),
        updated_at: daysAgo(3),
      })
      await updateAccountOfSubscription(db, bought.id, account.id)
    }
    return {
      account: { id: full.id, publicId: full.public_id, name: 'Northwind Design' },
      emptyAccount: empty.public_id,
      large: { id: large.id, publicId: large.public_id },
      ada: await asColleague(db, people.ada),
      ben: await asColleague(db, people.ben),
      consultant: await asColleague(db, people.consultant),
      newcomer: await asColleague(db, people.newcomer),
      librarian: await asColleague(db, people.librarian),
      stranger: await asColleague(db, people.stranger),
    }
  })
  await fillLibrary(arranged.librarian, arranged.large)
  return { ...arranged, largeAccount: arranged.large.publicId, ...(await fill(arranged, builds)) }
}

async function fill(team: Team, builds?: readonly [Buffer, Buffer]) {
  const { account, ada } = team
  const params = { account: account.publicId }
  const { publicId: storybook } = await ada.call(createStorybook, {
    params,
    body: {
      title: 'Design System',
      description: 'Buttons, forms, tables and the words we use in them.',
      mainBranch: 'main',
    },
  })
  const buildUrl = 'https://github.com/northwind/design-system/actions/runs/1044'
  await publish(team, ada, {
    storybook,
    message: 'First public version',
    branch: 'main',
    commit: '5f2b1c9e07d34a86b1',
    buildUrl,
    ...zip(builds?.[0]),
  })
  await publish(team, ada, { storybook, branch: 'feature/date-picker', ...zip(builds?.[0]) })
  const published = await publish(team, ada, {
    storybook,
    message: 'Tables become lists on small screens',
    branch: 'main',
    commit: 'a90d4e71c25be8f03c',
    buildUrl,
    release: 'v1.1.0',
    ...zip(builds?.[1]),
  })
  await publish(team, ada, { title: 'Checkout', ...zip(builds?.[0]) })
  const { publicId: bare } = await ada.call(createStorybook, { params, body: { title: 'Icons' } })
  const retired = await ada.call(createStorybook, { params, body: { title: 'Retired' } })
  await ada.call(deleteStorybook, { params: { ...params, storybook: retired.publicId } })
  await ada.call(createApiKey, { params, body: { name: 'Main pipeline' } })
  const { invitationCode: invitation } = await ada.call(createInvitation, {
    params,
    body: { displayName: 'Cleo Marsh', email: 'cleo@northwind.example' },
  })
  await ada.call(allowShareLinks, { params, body: { allowed: true } })
  const { url: shareLink } = await ada.call(createShareLink, {
    params: { ...params, storybook },
    body: { version: published.version, note: 'For the agency' },
  })
  const { id: webhook } = await ada.call(createWebhook, {
    params,
    body: {
      name: 'Release bot',
      url: 'https://hooks.northwind.example/plinth',
      format: 'json',
      events: ['version.published'],
    },
  })
  await ada.call(pauseWebhook, { params: { ...params, id: webhook } })
  const [component, story] = builds
    ? ['shell-confirm-dialog', 'shell-dates--relative']
    : ['button', 'button--primary']
  const { authorization: agentRequest } = await aRegisteredAgent(account.publicId, {
    name: 'Coding assistant',
    redirectUri: 'https://assistant.example/callback',
    challenge: 'x'.repeat(43),
  })
  return { storybook: published, component, story, bare, invitation, shareLink, webhook, agentRequest }
}

const products = ['Checkout', 'Search', 'Returns', 'Loyalty', 'Warehouse', 'Support', 'Onboarding', 'Billing']
const parts = ['buttons', 'forms', 'tables', 'e-mails', 'charts']

async function fillLibrary({ call }: Colleague, { id, publicId: account }: { id: number; publicId: string }) {
  await insertStorybooks(
    id,
    parts.flatMap((part) => products.map((product) => `${product} ${part}`)),
  )
  const storybooks = await call(listStorybooks, { params: { account } })
  for (const { publicId: storybook, latest } of storybooks.filter((_, index) => index % 9 === 0)) {
    const params = { account, storybook }
    await call(setFavourite, { params, body: { isFavourite: storybook === storybooks[0]?.publicId } })
    const version = latest?.versionPublicId ?? ''
    await call(refreshViewerSession, { params: { ...params, version } })
  }
}

const zip = (bytes: Buffer | undefined) => (bytes ? { zip: bytes } : {})

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)
