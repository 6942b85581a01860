import { listAccountAudit } from '@plinth/contract/audit.ts'
import type { ApiError } from '@plinth/contract/client.ts'
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

test('a deleted comment leaves its replies, and goes without any', async () => {
  const { account, call, params, version, say, list } = await aDiscussedStorybook()
  const colleague = await aMember({ account })
  const first = await say('Too dark')
  const reply = await colleague.call(addComment, {
    params,
    body: { version, story, body: 'Is it?', parentId: first.id },
  })
  await call(deleteComment, { params: { ...params, id: first.id } })
  const [deleted, left] = await list({})
  expect(deleted).toMatchObject({ id: first.id, isDeleted: true, isMine: false, author: '', body: '' })
  expect(left).toMatchObject({ id: reply.id, isDeleted: false, body: 'Is it?' })
  const again = call(deleteComment, { params: { ...params, id: first.id } })
  expect(await refusal(again)).toMatchObject({ status: 404 })

  const more = await say('It is.', { parentId: first.id })
  await colleague.call(deleteComment, { params: { ...params, id: reply.id } })
  expect((await list({})).map(({ id }) => id)).toEqual([first.id, more.id])
  await call(deleteComment, { params: { ...params, id: more.id } })
  expect(await list({})).toEqual([])
})

test('a reply that is written while its comment is being deleted is kept or refused', async () => {
  const { account, call, params, version, say, list } = await aDiscussedStorybook()
  const colleague = await aMember({ account })
  for (let round = 0; round < 10; round += 1) {
    const { id } = await say('Too dark')
    const body = { version, story, body: `Is it? ${round}`, parentId: id }
    const [answer] = await Promise.all([
      colleague.call(addComment, { params, body }).then(
        () => 'kept',
        (error: ApiError) => error.status,
      ),
      call(deleteComment, { params: { ...params, id } }),
    ])
    const isThere = (await list({})).some((comment) => comment.body === body.body)
    expect([
      ['kept', true],
      [404, false],
    ]).toContainEqual([answer, isThere])
  }
})

test('Owners delete comments of others, Users only their own', async () => {
  const { account, person, params, version, say, list } = await aDiscussedStorybook()
  const first = await say('Nonsense')
  const one = { params: { ...params, id: first.id } }
  const user = await aMember({ role: 'User', account })
  expect(await refusal(user.call(deleteComment, one))).toMatchObject({ status: 404 })
  const owner = await aMember({ role: 'Owner', account })
  await owner.call(deleteComment, one)
  expect(await list({})).toEqual([])
  const [entry] = await owner.call(listAccountAudit, {
    params: { account: params.account },
    query: { action: 'story.commentDeleted' },
  })
  expect(entry).toMatchObject({
    subject: `Design System, version ${version}: ${story}, comment by ${person.displayName}`,
    actor: `${owner.person.displayName} (${owner.person.email})`,
  })
})

test('the audit log names who resolved a thread, opened it again, and deleted a comment', async () => {
  const { account, person, call, params, say, version } = await aDiscussedStorybook()
  const { id } = await say('Too dark')
  const resolve = (isResolved: boolean) =>
    call(resolveComment, { params: { ...params, id }, body: { isResolved } })
  await resolve(true)
  await resolve(true)
  await resolve(false)
  await call(deleteComment, { params: { ...params, id } })
  const owner = await aMember({ role: 'Owner', account })
  const entries = await owner.call(listAccountAudit, {
    params: { account: params.account },
    query: { action: 'story' },
  })
  expect(entries.map(({ action }) => action)).toEqual([
    'story.commentDeleted',
    'story.commentReopened',
    'story.commentResolved',
    'story.commented',
  ])
  expect(new Set(entries.map(({ actor }) => actor))).toEqual(
    new Set([`${person.displayName} (${person.email})`]),
  )
  for (const entry of entries)
    expect(entry).toMatchObject({
      storybook: { publicId: params.storybook },
      version: { publicId: version },
      isViewable: true,
    })
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
