import * as contract from '@plinth/contract/comments.ts'
import type { Comment } from '@plinth/contract/comments.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import { record } from '../audit/store.ts'
import { findStorybook } from '../storybooks/store.ts'
import { findVersionOfStorybook } from '../versions/store.ts'
import {
  countComments,
  deleteOwnComment,
  findComment,
  insertComment,
  listCommentsOf,
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
    const userId = caller.kind === 'user' ? caller.user.id : null
    return (await listCommentsOf(db, id, query)).map((row) => presentComment(row, userId))
  })

  route(app, contract.addComment, async ({ account, user, actor, params, body }) => {
    const storybook = await requireStorybook(account.id, params.storybook)
    const version = await findVersionOfStorybook(db, storybook.id, body.version)
    if (!version) throw new Problem('not_found')
    const parentId = body.parentId ?? null
    if (parentId !== null) await requireThread(storybook.id, parentId, body)
    if ((await countComments(db, version.id)) >= contract.maxComments) throw new Problem('too_many_comments')
    const id = await db.transaction().execute(async (trx) => {
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

  /** Replies are to the first comment of a thread, of the same story and version. */
  async function requireThread(
    storybookId: number,
    parentId: number,
    of: { version: string; story: string },
  ) {
    const parent = await findComment(db, storybookId, parentId)
    const isThread =
      parent?.parentId === null && parent.versionPublicId === of.version && parent.story === of.story
    if (!isThread) throw new Problem('not_found')
  }

  route(app, contract.resolveComment, async ({ account, user, params, body }) => {
    const { id } = await requireStorybook(account.id, params.storybook)
    if (!(await updateResolved(db, id, params.id, body.isResolved ? user.displayName : null)))
      throw new Problem('not_found')
    return requireComment(id, params.id, user.id)
  })

  route(app, contract.deleteComment, async ({ account, user, params }) => {
    const { id } = await requireStorybook(account.id, params.storybook)
    if (!(await deleteOwnComment(db, id, params.id, user.id))) throw new Problem('not_found')
  })
}

function presentComment(
  { userId, createdAt, resolvedAt, ...row }: CommentRow,
  reader: number | null,
): Comment {
  return {
    ...row,
    isMine: reader !== null && userId === reader,
    createdAt: createdAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
  }
}
