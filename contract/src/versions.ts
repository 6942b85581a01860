import { z } from 'zod'

import { PublicId } from './accounts.ts'
import { bytes, endpoint } from './endpoint.ts'
import { BuildFacts, Storybook, StorybookParams } from './storybooks.ts'

export const VersionParams = StorybookParams.extend({ version: PublicId })

export const Version = BuildFacts.extend({
  publicId: z.string(),
  createdAt: z.iso.datetime(),
  message: z.string().nullable(),
  createdBy: z.string().nullable(),
  size: z.int(),
  fileCount: z.int(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  buildUrl: z.string().nullable(),
})
export type Version = z.infer<typeof Version>

export const mostVersionsAtOnce = 1000

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/versions',
  summary: 'The versions of a storybook, newest first; at most 1,000 at once, older ones with `before`',
  access: 'member-or-key',
  params: StorybookParams,
  query: z.object({
    /** Versions older than this one: the next page begins after the last of this. */
    before: PublicId.optional(),
    limit: z.coerce.number().int().min(1).max(mostVersionsAtOnce).default(mostVersionsAtOnce),
  }),
  reply: z.array(Version),
})

/** The parts of an upload. `File` may come before or after the others. */
export const PublishForm = z.object({
  File: z.file(),
  Message: z.string().max(2000).optional(),
  Branch: z.string().max(255).optional(),
  Commit: z.string().max(64).optional(),
  BuildUrl: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional(),
})

export const PublishedStorybook = Storybook.extend({ versionPublicId: z.string() })
export type PublishedStorybook = z.infer<typeof PublishedStorybook>

export const publishVersion = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/Storybooks/:storybook/versions',
  summary: 'Publish a zipped build as a new version; an Idempotency-Key header makes a retry safe',
  access: 'member-or-key',
  params: StorybookParams,
  form: PublishForm,
  reply: PublishedStorybook,
})

/** The address the curl example uses; the same call. */
export const publishVersionShort = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/storybook/:storybook/versions',
  summary: 'Publish a zipped build as a new version (short address)',
  access: 'member-or-key',
  params: StorybookParams,
  form: PublishForm,
  reply: PublishedStorybook,
})

export const deleteVersion = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/:account/Storybooks/:storybook/versions/:version',
  summary: 'Delete a version; the last one stays',
  access: 'member',
  params: VersionParams,
})

export const getStorybookFile = endpoint({
  method: 'GET',
  path: '/api/v1/StorybookFiles/:storybook/:version/*',
  summary: 'A file of a version, or of the newest one under `latest`',
  access: 'user-or-key',
  params: z.object({ storybook: PublicId, version: PublicId, '*': z.string().max(2000) }),
  reply: bytes,
})
