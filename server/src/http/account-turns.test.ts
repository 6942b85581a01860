import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'

import { listAccounts } from '@plinth/contract/accounts.ts'
import { createApiKey } from '@plinth/contract/api-keys.ts'
import { createClient } from '@plinth/contract/client.ts'
import { getContents } from '@plinth/contract/contents.ts'
import { requestComparedPictures } from '@plinth/contract/pictures.ts'
import { openShareLink } from '@plinth/contract/share-links.ts'
import { createStorybook, listStorybooks, updateStorybook } from '@plinth/contract/storybooks.ts'
import { getStorybookFile } from '@plinth/contract/viewer.ts'
import { getWhoami } from '@plinth/contract/whoami.ts'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'

import type { Database } from '../database/connect.ts'
import { IdentityProviderUnavailable } from '../identity/errors.ts'
import { openPaces } from '../shared/account-pace.ts'
import { secretOf, aSharingAccount } from '../testing/sharing.ts'
import { aMember, callAsNobody, restartPortal, testPortal } from '../testing/test-app.ts'
import { accountTurns } from './account-turns.ts'

afterEach(() => vi.restoreAllMocks())

/** Outside the transaction, which would show the same statistics again and again. */
async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

test('an account whose calls wait for the database leaves connections for others', async () => {
  await restartPortal({ PLINTH_DATABASE_POOL: '4' })
  const { db } = await testPortal()
  const [loud, quiet] = [await aMember(), await aMember()]
  const params = { account: loud.account.publicId }
  const { publicId } = await loud.call(createStorybook, { params, body: { title: 'Locked' } })
  const changing = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('storybooks').select('id').where('public_id', '=', publicId).forUpdate().execute()
    const changes = Array.from({ length: 12 }, (_, i) =>
      loud.call(updateStorybook, {
        params: { ...params, storybook: publicId },
        body: { title: `Change ${i}` },
      }),
    )
    // Both that the account may use; the other two are this transaction's and left for others.
    await expect.poll(() => countWaiting(db)).toBe(2)
    const quietParams = { account: quiet.account.publicId }
    expect(await quiet.call(listStorybooks, { params: quietParams })).toEqual([])
    return changes
  })
  await Promise.all(changing)
})

/** An account with a version, a share link and a key, and everything that can be called for it. */
async function aBusyAccount() {
  const { origin, db } = await testPortal()
  const { owner, params, version, share } = await aSharingAccount()
  const { key } = await owner.call(createApiKey, {
    params: { account: params.account },
    body: { name: 'Reader', scope: 'read' },
  })
  const withKey = createClient({ baseUrl: origin, headers: () => ({ 'x-api-key': key }) })
  const guest = await callAsNobody()
  const { user_id: userId } = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('account_id', '=', owner.account.id)
    .where('role', '=', 'Owner')
    .executeTakeFirstOrThrow()
  const secret = secretOf(await share({ branch: 'main', days: 1 }))
  const calls = {
    whoami: () => withKey(getWhoami),
    accounts: () => owner.call(listAccounts),
    share: () => guest(openShareLink, { body: { secret } }),
    'a file of a version': () =>
      withKey(getStorybookFile, { params: { storybook: params.storybook, version, '*': 'index.html' } }),
    contents: () => withKey(getContents, { params: { ...params, version } }),
    'pictures of a comparison': () =>
      owner.call(requestComparedPictures, { params, query: { from: version, to: version } }),
  }
  return { calls, parties: [owner.account.id, `user ${userId}`] }
}

test('every call takes a turn, whatever it is about and whoever makes it', async () => {
  const { services } = await testPortal()
  const { calls: pace } = services.paces
  const { calls, parties } = await aBusyAccount()
  const quiet = await aMember()
  const lookAround = () => quiet.call(listStorybooks, { params: { account: quiet.account.publicId } })
  for (const [name, call] of Object.entries(calls)) {
    await lookAround()
    const ends = parties.flatMap((party) =>
      Array.from({ length: 2 * availableParallelism() }, () => pace.begin(party, name)),
    )
    let isAnswered = false
    const answer = call().finally(() => (isAnswered = true))
    // It would be answered long before the last of these.
    for (let i = 0; i < 20; i++) await lookAround()
    expect({ name, isAnswered }).toEqual({ name, isAnswered: false })
    for (const end of ends) end()
    await answer
  }
})

test('however many tokens wait for the identity provider, others are answered', async () => {
  await restartPortal({ PLINTH_DATABASE_POOL: '4' })
  const { services, origin } = await testPortal()
  const { owner, params } = await aSharingAccount()
  const { verifyToken } = services.identity
  const provider = Promise.withResolvers<never>()
  const waiting = vi
    .spyOn(services.identity, 'verifyToken')
    .mockImplementation((token) => (token.startsWith('unknown-key-') ? provider.promise : verifyToken(token)))
  const callWith = (token: string) =>
    fetch(`${origin}${listAccounts.path}`, { headers: { authorization: `Bearer ${token}` } })
  const slow = Array.from({ length: 12 }, (_, i) => callWith(`unknown-key-${i}`))
  await expect.poll(() => waiting.mock.calls.length).toBe(12)
  expect(await owner.call(listStorybooks, { params: { account: params.account } })).toHaveLength(1)
  provider.reject(new IdentityProviderUnavailable('the identity provider does not answer'))
  for (const { status } of await Promise.all(slow)) expect(status).toBe(503)
})

const aResponse = () => Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse

test('a credential whose calls pile up is refused, before anything is looked up; others are not', async () => {
  const turns = accountTurns(10, openPaces().calls)
  let lookups = 0
  const never = () => new Promise<never>(() => (lookups += 1))
  const outcomes = Array.from({ length: 2400 }, () =>
    turns.identify('key of one account', aResponse(), never).catch((error: unknown) => error),
  )
  const refused = await Promise.race(outcomes)
  expect(refused).toMatchObject({ code: 'rate_limited', retryAfter: 2 })
  expect(lookups).toBe(2)
  await expect(turns.identify('another key', aResponse(), async () => 'found')).resolves.toBe('found')
})
