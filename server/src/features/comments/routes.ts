import * as contract from '@plinth/contract/comments.ts'
import type { Comment } from '@plinth/contract/comments.ts'
import { can } from '@plinth/contract/roles.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { userIdOf } from '../../http/callers.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import { record } from '../audit/store.ts'
import { findStorybook } from '../storybooks/store.ts'
import { findVersionOfStorybook } from '../versions/store.ts'
import {
  countComments,
  deleteComment,
  findComment,
  insertComment,
  listCommentsOf,
  lockThread,
  updateResolved,
} from './store.ts'
import type { CommentRow } from './store.ts'

export function commentRoutes(app: FastifyInstance, { db }: { db: Database }) {
  async function requireStorybook(accountId: number, publicId: string) {
    const storybook = await findStorybook(db, accountId, publicId)
    if (!storybook) throw new Problem('not_found')
    return storybook
  }

  async function requireComment(storybookId: number, id: number, userId: number): Promise<Comment> {
    const row = await findComment(db, storybookId, id)
    if (!row) throw new Problem('not_found')
    return presentComment(row, userId)
  }

  route(app, contract.listComments, async ({ account, caller, params, query }) => {
    const { id } = await requireStorybook(account.id, params.storybook)
    const userId = userIdOf(caller)
    return (await listCommentsOf(db, id, query)).map((row) => presentComment(row, userId))
  })

  route(app, contract.addComment, async ({ account, user, actor, params, body }) => {
    const storybook = await requireStorybook(account.id, params.storybook)
    const version = await findVersionOfStorybook(db, storybook.id, body.version)
    if (!version) throw new Problem('not_found')
    const parentId = body.parentId ?? null
    if ((await countComments(db, version.id)) >= contract.maxComments) throw new Problem('too_many_comments')
    const id = await db.transaction().execute(async (trx) => {
      if (parentId !== null) await requireThread(trx, storybook.id, parentId, body)
      const inserted = await insertComment(trx, {
        storybookId: storybook.id,
        versionId: version.id,
        story: body.story,
        parentId,
        userId: user.id,
        author: user.displayName,
        body: body.body,
      })
      await record(trx, actor, {
        action: 'story.commented',
        subject: `${storybook.title}, version ${version.public_id}: ${body.story}`,
        accountId: account.id,
        about: { version: version.public_id, comment: { story: body.story, text: body.body } },
      })
      return inserted
    })
    return requireComment(storybook.id, id, user.id)
  })

  route(app, contract.resolveComment, async ({ account, user, actor, params, body: { isResolved } }) => {
    const { id: storybookId, title } = await requireStorybook(account.id, params.storybook)
    await db.transaction().execute(async (trx) => {
      const thread = await lockThread(trx, storybookId, params.id, { isShared: false })
      if (!thread) throw new Problem('not_found')
      if ((thread.resolvedAt !== null) === isResolved) return
      await updateResolved(trx, thread.id, isResolved ? user.displayName : null)
      await record(trx, actor, {
        action: isResolved ? 'story.commentResolved' : 'story.commentReopened',
        subject: describeComment(title, thread),
        accountId: account.id,
        about: { version: thread.versionPublicId },
      })
    })
    return requireComment(storybookId, params.id, user.id)
  })

  route(app, contract.deleteComment, async ({ account, user, actor, params: { storybook, id } }) => {
    const { id: storybookId, title } = await requireStorybook(account.id, storybook)
    const threadId = (await findComment(db, storybookId, id))?.parentId ?? id
    await db.transaction().execute(async (trx) => {
      await lockThread(trx, storybookId, threadId, { isShared: false })
      const comment = await findComment(trx, storybookId, id)
      const mayDelete = comment?.userId === user.id || can(account.role, 'moderateComments')
      if (!comment || comment.deletedAt || !mayDelete) throw new Problem('not_found')
      await deleteComment(trx, { id, threadId })
      await record(trx, actor, {
        action: 'story.commentDeleted',
        subject: describeComment(title, comment),
        accountId: account.id,
        about: { version: comment.versionPublicId },
      })
    })
  })
}

/** Replies are to the first comment of a thread, of the same story and version. */
async function requireThread(
  trx: Database,
  storybookId: number,
  id: number,
  of: { version: string; story: string },
) {
  const thread = await lockThread(trx, storybookId, id, { isShared: true })
  if (thread?.versionPublicId !== of.version || thread.story !== of.story) throw new Problem('not_found')
}

/** "Design System, version abc: button--primary, comment by Ada Lindqvist" */
function describeComment(title: string, { versionPublicId, story, author, deletedAt }: CommentRow): string {
  const whose = deletedAt ? 'deleted comment' : `comment by ${author}`
  return `${title}, version ${versionPublicId}: ${story}, ${whose}`
}

function presentComment(
  { userId, createdAt, resolvedAt, deletedAt, ...row }: CommentRow,
  reader: number | null,
): Comment {
  return {
    ...row,
    isMine: reader !== null && userId === reader,
    isDeleted: deletedAt !== null,
    createdAt: createdAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
  }
}
