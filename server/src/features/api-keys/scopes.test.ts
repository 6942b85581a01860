import { createApiKey, listApiKeys } from '@plinth/contract/api-keys.ts'
import type { KeyScope } from '@plinth/contract/api-keys.ts'
import { createClient } from '@plinth/contract/client.ts'
import { createStorybook, deleteStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { listVersions, publishVersion } from '@plinth/contract/versions.ts'
import { getStorybookFile } from '@plinth/contract/viewer.ts'
import { getWhoami } from '@plinth/contract/whoami.ts'
import { expect, test } from 'vitest'

import { aForm } from '../../testing/builds.ts'
import { refusal } from '../../testing/publishing.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'

/** An account with two storybooks, of which keys may choose the first. */
async function twoStorybooks() {
  const { origin } = await testPortal()
  const member = await aMember()
  const params = { account: member.account.publicId }
  const create = async (title: string) => {
    const { publicId } = await member.call(createStorybook, { params, body: { title } })
    return { ...params, storybook: publicId }
  }
  const chosen = await create('Chosen')
  const other = await create('Other')
  const keyOf = async (scope: KeyScope) => {
    const storybooks = scope === 'publishChosen' ? [chosen.storybook] : []
    const body = { name: scope, scope, storybooks }
    const { key } = await member.call(createApiKey, { params, body })
    return createClient({ baseUrl: origin, headers: () => ({ 'x-api-key': key }) })
  }
  return { ...member, params, chosen, other, keyOf }
}

test.each([
  ['publishAll', undefined, undefined, undefined],
  ['publishChosen', undefined, 'key_lacks_storybook', 'key_lacks_all_storybooks'],
  ['read', 'key_lacks_publish', 'key_lacks_publish', 'key_lacks_publish'],
] as const)('a key with the scope %s may do what it says at every endpoint', async (...row) => {
  const [scope, toChosen, toOther, elsewhere] = row
  const { app } = await testPortal()
  const { keyOf, chosen, other } = await twoStorybooks()
  const callByKey = await keyOf(scope)
  const endpoints = app.endpoints.filter(({ access }) => access === 'member-or-key')
  expect(endpoints.length).toBeGreaterThan(5)
  for (const endpoint of endpoints) {
    const { method, path, action } = endpoint
    for (const [storybook, onPublish] of [
      [chosen, toChosen],
      [other, toOther],
    ] as const) {
      const params = { ...storybook, version: 'abc', component: 'abc' }
      const [answer] = await Promise.allSettled([callByKey(endpoint, { params })])
      const { problem } = answer.status === 'rejected' ? await refusal(Promise.reject(answer.reason)) : {}
      const isOfStorybook = action === 'publish' || action === 'markVersions'
      const expected = action === 'view' ? undefined : isOfStorybook ? onPublish : elsewhere
      const code = problem?.status === 403 ? problem.code : undefined
      expect({ method, path, code }).toEqual({ method, path, code: expected })
    }
  }
})

test('a key for chosen storybooks publishes to them, and reads the whole account', async () => {
  const { call, keyOf, params, chosen, other } = await twoStorybooks()
  const callByKey = await keyOf('publishChosen')
  await callByKey(publishVersion, { params: chosen, form: aForm() })
  await call(publishVersion, { params: other, form: aForm() })
  await expect(callByKey(listStorybooks, { params })).resolves.toHaveLength(2)
  await expect(callByKey(listVersions, { params: other })).resolves.toHaveLength(1)
  const file = { storybook: other.storybook, version: 'latest', '*': 'index.html' }
  await expect(callByKey(getStorybookFile, { params: file })).resolves.toBeDefined()
  await expect(callByKey(getWhoami)).resolves.toMatchObject({
    scope: 'publishChosen',
    storybooks: [{ publicId: chosen.storybook, title: 'Chosen' }],
  })
})

test('a deleted storybook is no longer listed; a key that has none left can only read', async () => {
  const { call, keyOf, params, chosen, other } = await twoStorybooks()
  const callByKey = await keyOf('publishChosen')
  await call(deleteStorybook, { params: chosen })
  await expect(call(listApiKeys, { params })).resolves.toMatchObject([
    { scope: 'publishChosen', storybooks: [] },
  ])
  const attempt = (target: typeof chosen) => callByKey(publishVersion, { params: target, form: aForm() })
  await expect(attempt(chosen)).rejects.toMatchObject({ status: 404 })
  await expect(attempt(other)).rejects.toMatchObject({ problem: { code: 'key_lacks_storybook' } })
  await expect(callByKey(listStorybooks, { params })).resolves.toHaveLength(1)
})

test('storybooks of other accounts can neither be chosen nor be told from missing ones', async () => {
  const mine = await twoStorybooks()
  const theirs = await twoStorybooks()
  for (const storybook of [theirs.chosen.storybook, 'missing']) {
    const body = { name: 'Key', scope: 'publishChosen' as const, storybooks: [storybook] }
    await expect(mine.call(createApiKey, { params: mine.params, body })).rejects.toMatchObject({
      status: 400,
      problem: { errors: [{ field: 'storybooks', message: 'One of these storybooks does not exist' }] },
    })
    for (const scope of ['publishAll', 'publishChosen', 'read'] as const) {
      const callByKey = await mine.keyOf(scope)
      const params = { ...mine.params, storybook }
      await expect(callByKey(publishVersion, { params, form: aForm() })).rejects.toMatchObject({
        status: 404,
      })
    }
  }
  await expect(mine.call(listApiKeys, { params: mine.params })).resolves.toHaveLength(6)
})

test.each([
  [{ scope: 'publishChosen' as const }],
  [{ scope: 'read' as const, storybooks: ['abc'] }],
  [{ storybooks: ['abc'] }],
])('%j is no scope', async (scope) => {
  const { call, params } = await twoStorybooks()
  await expect(call(createApiKey, { params, body: { name: 'Key', ...scope } })).rejects.toMatchObject({
    status: 400,
    problem: { errors: [{ field: 'storybooks' }] },
  })
})
