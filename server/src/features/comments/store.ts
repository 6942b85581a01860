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

/** False if there is no such thread. */
export async function updateResolved(
  trx: Database,
  storybookId: number,
  id: number,
  resolvedBy: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('story_comments')
    .set({ resolved_at: resolvedBy === null ? null : sql<Date>`now()`, resolved_by: resolvedBy })
    .where('id', '=', id)
    .where('storybook_id', '=', storybookId)
    .where('parent_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False unless the person wrote it. */
export async function deleteOwnComment(
  trx: Database,
  storybookId: number,
  id: number,
  userId: number,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('story_comments')
    .where('id', '=', id)
    .where('storybook_id', '=', storybookId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
