import * as z from 'zod/mini'

import { PublicId } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { maxLength } from './max-length.ts'
import { StorybookParams } from './storybooks.ts'
import { atMost, exactText, linesOfText, RowId } from './text.ts'
import { BranchName } from './versions.ts'

/** On a story of a version. */
export const Comment = z.object({
  id: z.int(),
  /** The comment that it replies to. */
  parentId: z.nullable(z.int()),
  story: z.string(),
  versionPublicId: z.string(),
  branch: z.nullable(z.string()),
  /** Whoever wrote it; empty once it is deleted, and so is what it said. */
  author: z.string(),
  isMine: z.boolean(),
  body: z.string(),
  /** A deleted comment stays in its thread for as long as it has replies. */
  isDeleted: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Of the first one of a thread. */
  resolvedAt: z.nullable(z.iso.datetime()),
  resolvedBy: z.nullable(z.string()),
})
export type Comment = z.infer<typeof Comment>

/** A version has at most so many. */
export const maxComments = 500

const StoryId = exactText.check(z.minLength(1), z.maxLength(maxLength.storyId))

export const listComments = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/comments',
  summary:
    'The comments on stories of a version, or of all versions of a branch; the newest threads first, at most 500',
  access: 'member-or-key',
  action: 'view',
  params: StorybookParams,
  query: z.object({
    branch: z.optional(BranchName),
    version: z.optional(PublicId),
    story: z.optional(StoryId),
  }),
  reply: z.array(Comment),
})

export const addComment = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/Storybooks/:storybook/comments',
  summary: 'Comment on a story of a version, or reply to a comment',
  access: 'member',
  action: 'reviewStories',
  params: StorybookParams,
  body: z.object({
    version: PublicId,
    story: StoryId,
    parentId: z.nullish(z.int().check(z.minimum(1))),
    body: linesOfText.check(z.minLength(1, 'Write something'), atMost(maxLength.comment)),
  }),
  isCreation: true,
  reply: Comment,
})

const CommentParams = z.extend(StorybookParams, { id: RowId })

export const resolveComment = endpoint({
  method: 'PUT',
  path: '/api/v1/account/:account/Storybooks/:storybook/comments/:id/resolved',
  summary: 'Mark a thread of comments as resolved, or open it again',
  access: 'member',
  action: 'reviewStories',
  params: CommentParams,
  body: z.object({ isResolved: z.boolean() }),
  reply: Comment,
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/:account/Storybooks/:storybook/comments/:id',
  summary: 'Delete a comment of your own or, as an Owner, of anybody; its replies stay',
  access: 'member',
  action: 'reviewStories',
  params: CommentParams,
})
