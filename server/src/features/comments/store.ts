import { maxComments } from '@plinth/contract/comments.ts'
import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

interface CommentFilter {
  branch?: string | undefined
  version?: string | undefined
  story?: string | undefined
}

function comments(db: Database, storybookId: number) {
  return db
    .selectFrom('story_comments')
    .innerJoin('versions', 'versions.id', 'story_comments.version_id')
    .select([
      'story_comments.id',
      'story_comments.parent_id as parentId',
      'story_comments.story_id as story',
      'story_comments.user_id as userId',
      'story_comments.author',
      'story_comments.body',
      'story_comments.created_at as createdAt',
      'story_comments.resolved_at as resolvedAt',
      'story_comments.resolved_by as resolvedBy',
      'story_comments.deleted_at as deletedAt',
      'versions.public_id as versionPublicId',
      'versions.branch',
    ])
    .where('story_comments.storybook_id', '=', storybookId)
    .where('versions.deleted_at', 'is', null)
}

export type CommentRow = Awaited<ReturnType<typeof listCommentsOf>>[number]

/** The newest threads first, each with its replies in order. */
export async function listCommentsOf(
  db: Database,
  storybookId: number,
  { branch, version, story }: CommentFilter,
) {
  let query = comments(db, storybookId)
  if (branch !== undefined) query = query.where('versions.branch', '=', branch)
  if (version !== undefined) query = query.where('versions.public_id', '=', version)
  if (story !== undefined) query = query.where('story_comments.story_id', '=', story)
  return query
    .orderBy(sql`coalesce(story_comments.parent_id, story_comments.id)`, 'desc')
    .orderBy('story_comments.id')
    .limit(maxComments)
    .execute()
}

export async function findComment(db: Database, storybookId: number, id: number) {
  return comments(db, storybookId).where('story_comments.id', '=', id).executeTakeFirst()
}

/**
 * The first comment of a thread, as long as the transaction lasts: `shared` by those who reply to it, or alone. A thread that
 * is being deleted meanwhile is missing.
 */
export async function lockThread(
  trx: Database,
  storybookId: number,
  id: number,
  { isShared }: { isShared: boolean },
) {
  const thread = comments(trx, storybookId)
    .where('story_comments.id', '=', id)
    .where('story_comments.parent_id', 'is', null)
  return (
    isShared ? thread.forKeyShare('story_comments') : thread.forUpdate('story_comments')
  ).executeTakeFirst()
}

export async function countComments(db: Database, versionId: number): Promise<number> {
  const { count } = await db
    .selectFrom('story_comments')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('version_id', '=', versionId)
    .executeTakeFirstOrThrow()
  return count
}

interface NewComment {
  storybookId: number
  versionId: number
  story: string
  parentId: number | null
  userId: number
  author: string
  body: string
}

export async function insertComment(trx: Database, comment: NewComment): Promise<number> {
  const { id } = await trx
    .insertInto('story_comments')
    .values({
      storybook_id: comment.storybookId,
      version_id: comment.versionId,
      story_id: comment.story,
      parent_id: comment.parentId,
      user_id: comment.userId,
      author: comment.author,
      body: comment.body,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Of a locked thread. Null opens it again. */
export async function updateResolved(trx: Database, id: number, resolvedBy: string | null): Promise<void> {
  await trx
    .updateTable('story_comments')
    .set({ resolved_at: resolvedBy === null ? null : sql<Date>`now()`, resolved_by: resolvedBy })
    .where('id', '=', id)
    .execute()
}

/** Deletes a comment of a locked thread. With replies, only what it said goes and who said it. */
export async function deleteComment(
  trx: Database,
  { id, threadId }: { id: number; threadId: number },
): Promise<void> {
  await trx
    .updateTable('story_comments')
    .set({ deleted_at: sql<Date>`now()`, author: '', body: '', user_id: null })
    .where('id', '=', id)
    .execute()
  // A reply goes at once, and the first comment with the last reply.
  if (id !== threadId) await trx.deleteFrom('story_comments').where('id', '=', id).execute()
  await trx
    .deleteFrom('story_comments as thread')
    .where('thread.id', '=', threadId)
    .where('thread.deleted_at', 'is not', null)
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('story_comments').whereRef('parent_id', '=', 'thread.id').select('id')),
      ),
    )
    .execute()
}
