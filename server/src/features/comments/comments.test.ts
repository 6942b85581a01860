import {
  addComment,
  deleteComment,
  listComments,
  maxComments,
  resolveComment,
} from '@plinth/contract/comments.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { aStorybookZip } from '../../testing/builds.ts'
import { aStorybook, refusal } from '../../testing/publishing.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'

const story = 'button--primary'

async function aDiscussedStorybook() {
  const storybook = await aStorybook()
  const { call, params, publish } = storybook
  const { versionPublicId: version } = await publish(aStorybookZip(), { Branch: 'main' })
  const say = (body: string, more: { parentId?: number; version?: string } = {}) =>
    call(addComment, { params, body: { version, story, body, ...more } })
  const list = (query: { branch?: string; version?: string; story?: string }) =>
    call(listComments, { params, query })
  return { ...storybook, version, say, list }
}

test('threads have replies, and are resolved and opened again', async () => {
  const { account, person, call, params, version, say, list } = await aDiscussedStorybook()
  const first = await say('Too dark.\nSee the guide.')
  expect(first).toMatchObject({ author: person.displayName, isMine: true, parentId: null, branch: 'main' })
  const colleague = await aMember({ account })
  const reply = await colleague.call(addComment, {
    params,
    body: { version, story, body: 'Agreed', parentId: first.id },
  })
  await say('Another matter')
  expect((await list({ version })).map(({ body }) => body)).toEqual([
    'Another matter',
    'Too dark.\nSee the guide.',
    'Agreed',
  ])

  const resolved = await colleague.call(resolveComment, {
    params: { ...params, id: first.id },
    body: { isResolved: true },
  })
  expect(resolved).toMatchObject({ resolvedBy: colleague.person.displayName, isMine: false })
  const again = await call(resolveComment, {
    params: { ...params, id: first.id },
    body: { isResolved: false },
  })
  expect([again.resolvedAt, again.resolvedBy]).toEqual([null, null])
  const asReply = call(resolveComment, { params: { ...params, id: reply.id }, body: { isResolved: true } })
  expect(await refusal(asReply)).toMatchObject({ status: 404 })
  expect(await refusal(say('Deeper', { parentId: reply.id }))).toMatchObject({ status: 404 })
})

test('they are listed by branch, version and story', async () => {
  const { publish, say, list } = await aDiscussedStorybook()
  const { versionPublicId: onBranch } = await publish(aStorybookZip({ label: 'two' }), { Branch: 'corners' })
  await say('On main')
  await say('On the branch', { version: onBranch })
  const bodies = async (query: Parameters<typeof list>[0]) => (await list(query)).map(({ body }) => body)
  expect(await bodies({ branch: 'corners' })).toEqual(['On the branch'])
  expect(await bodies({ branch: 'main' })).toEqual(['On main'])
  expect(await bodies({})).toEqual(['On the branch', 'On main'])
  expect(await bodies({ story: 'card--plain' })).toEqual([])
})

test('only their author deletes a comment, and its replies go with it', async () => {
  const { account, call, params, say, list } = await aDiscussedStorybook()
  const first = await say('Too dark')
  await say('Is it?', { parentId: first.id })
  const colleague = await aMember({ role: 'Owner', account })
  const one = { params: { ...params, id: first.id } }
  expect(await refusal(colleague.call(deleteComment, one))).toMatchObject({ status: 404 })
  await call(deleteComment, one)
  expect(await list({})).toEqual([])
})

test('who may not write is refused, and somebody else’s storybook is a missing one', async () => {
  const { account, params, version } = await aDiscussedStorybook()
  const body = { version, story, body: 'Hello' }
  const viewer = await aMember({ role: 'Viewer', account })
  expect(await refusal(viewer.call(addComment, { params, body }))).toMatchObject({ status: 403 })
  expect(await viewer.call(listComments, { params, query: {} })).toEqual([])
  const stranger = await aMember()
  expect(await refusal(stranger.call(addComment, { params, body }))).toMatchObject({ status: 404 })
  expect(await refusal(stranger.call(listComments, { params, query: {} }))).toMatchObject({ status: 404 })
})

test('a version has a limit of comments', async () => {
  const { version, say } = await aDiscussedStorybook()
  const { db } = await testPortal()
  await sql`
    INSERT INTO story_comments (storybook_id, version_id, story_id, author, body)
    SELECT storybook_id, id, 'button--primary', 'Somebody', 'Again' FROM versions, generate_series(1, ${maxComments})
    WHERE public_id = ${version}`.execute(db)
  expect(await refusal(say('One more'))).toMatchObject({
    status: 409,
    problem: { code: 'too_many_comments' },
  })
})
