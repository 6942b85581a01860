import { ApiError } from '@plinth/contract/client.ts'
import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { listVersions, publishVersion } from '@plinth/contract/versions.ts'
import { expect, test } from 'vitest'

import { aForm } from '../../testing/builds.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'

async function anAccountWith(...statuses: string[]) {
  const { db } = await testPortal()
  const { call, account } = await aMember()
  for (const [i, status] of statuses.entries()) {
    await db
      .insertInto('subscriptions')
      .values({
        external_id: `${account.publicId}-${i}`,
        account_id: account.id,
        name: `Plan ${i + 1}`,
        offer_id: 'plinth',
        plan_id: 'team',
        status,
        created_at: new Date(2026, 0, 10 - i),
      })
      .execute()
  }
  const home = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params: home, body: { title: 'Docs' } })
  const params = { ...home, storybook }
  const publish = () => call(publishVersion, { params, form: aForm() })
  return { call, home, params, publish }
}

test.each([
  [
    ['Suspended'],
    'Nothing can be published because the subscription “Plan 1” is suspended. Viewing still works.',
  ],
  [
    ['Unsubscribed'],
    'Nothing can be published because the subscription “Plan 1” has ended. Viewing still works.',
  ],
  [
    ['Suspended', 'Unsubscribed'],
    'Nothing can be published because the subscription “Plan 1” is suspended and “Plan 2” has ended. Viewing still works.',
  ],
])('with subscriptions %j uploads are refused and everything else works', async (statuses, detail) => {
  const { call, home, params, publish } = await anAccountWith(...statuses)
  const refusal = await publish().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ApiError)
  expect(refusal).toMatchObject({ status: 402, problem: { code: 'payment_required', detail } })
  await expect(call(listStorybooks, { params: home })).resolves.toHaveLength(1)
  await expect(call(listVersions, { params })).resolves.toEqual([])
})

test.each([[[]], [['Subscribed']], [['PendingFulfillmentStart']], [['Unsubscribed', 'Subscribed']]])(
  'with subscriptions %j uploads are accepted',
  async (statuses) => {
    const { publish } = await anAccountWith(...statuses)
    await expect(publish()).resolves.toMatchObject({ versionCount: 1 })
  },
)
