import * as z from 'zod/mini'

import { AccountParams, PublicId } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { RetentionRule } from './retention.ts'
import { Storybook } from './storybooks.ts'
import { wholeNumber } from './text.ts'
import { Version } from './versions.ts'

const deletion = {
  deletedAt: z.iso.datetime(),
  /** Afterwards the next sweep removes it, at most an hour later. */
  keptUntil: z.iso.datetime(),
  /** Null if it was deleted before this was recorded, or by a rule. */
  deletedBy: z.nullable(z.string()),
  bytes: z.int(),
}

export const DeletedVersion = z.object({
  kind: z.literal('version'),
  publicId: z.string(),
  storybookPublicId: z.string(),
  storybookTitle: z.string(),
  createdAt: z.iso.datetime(),
  message: z.nullable(z.string()),
  branch: z.nullable(z.string()),
  release: z.nullable(z.string()),
  /** The retention rule that removed it. */
  rule: z.nullable(RetentionRule),
  ...deletion,
})
export type DeletedVersion = z.infer<typeof DeletedVersion>

export const DeletedStorybook = z.object({
  kind: z.literal('storybook'),
  publicId: z.string(),
  title: z.string(),
  /** Those that come back with it. */
  versionCount: z.int(),
  ...deletion,
})
export type DeletedStorybook = z.infer<typeof DeletedStorybook>

export const maxTrashPerPage = 1000

export const listTrash = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/trash',
  summary: 'Deleted versions and storybooks that can be restored, the last deleted first',
  access: 'member',
  action: 'deleteVersions',
  params: AccountParams,
  query: z.object({
    limit: z.prefault(wholeNumber({ min: 1, max: maxTrashPerPage }), 100),
    offset: z.prefault(wholeNumber({ min: 0, max: 1_000_000 }), 0),
  }),
  reply: z.object({
    items: z.array(z.discriminatedUnion('kind', [DeletedVersion, DeletedStorybook])),
    /** How many there are on all pages, and what they store. */
    total: z.int(),
    bytes: z.int(),
  }),
})

/** Versions in the trash are found without their storybook. */
const DeletedVersionParams = z.extend(AccountParams, { version: PublicId })
const DeletedStorybookParams = z.extend(AccountParams, { storybook: PublicId })

export const RestoredVersion = z.extend(Version, {
  storybookPublicId: z.string(),
  /** Its release name, if another version took that meanwhile. */
  droppedRelease: z.nullable(z.string()),
})
export type RestoredVersion = z.infer<typeof RestoredVersion>

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/trash/versions/:version/restore',
  summary:
    'Restore a version; it is pinned if a retention rule applies to its storybook, and loses a release name that was taken meanwhile',
  access: 'member',
  action: 'deleteVersions',
  params: DeletedVersionParams,
  reply: RestoredVersion,
})

export const restoreStorybook = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/trash/storybooks/:storybook/restore',
  summary: 'Restore a storybook with the versions it had when it was deleted',
  access: 'member',
  action: 'deleteStorybooks',
  params: DeletedStorybookParams,
  reply: Storybook,
})

export const purgeVersion = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/:account/trash/versions/:version',
  summary: 'Delete a version in the trash for good; its space is free within the hour',
  access: 'member',
  action: 'deleteStorybooks',
  params: DeletedVersionParams,
})

export const purgeStorybook = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/:account/trash/storybooks/:storybook',
  summary: 'Delete a storybook in the trash for good; its space is free within the hour',
  access: 'member',
  action: 'deleteStorybooks',
  params: DeletedStorybookParams,
})

export const emptyTrash = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/:account/trash',
  summary:
    'Delete what is in the trash for good, at most 5,000 versions at once; its space is free within the hour',
  access: 'member',
  action: 'deleteStorybooks',
  params: AccountParams,
  reply: z.object({ hasMore: z.boolean() }),
})
