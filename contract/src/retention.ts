import * as z from 'zod/mini'

import { AccountParams, PublicId } from './accounts.ts'
import { endpoint, longBodyBytes } from './endpoint.ts'

export const maxKeepNewest = 1000
export const maxInactiveDays = 3650

/**
 * What is removed: all but the newest versions of each branch, branches without a publish for some days, or both. Releases,
 * pinned versions and the newest version of the main branch always stay, and so does a storybook's last version.
 */
export const RetentionRule = z
  .object({
    keepNewest: z.nullable(
      z
        .int('Enter a whole number of versions')
        .check(
          z.minimum(
            1,
            'Keep at least one version of each branch: with none, the rule would remove everything',
          ),
          z.maximum(maxKeepNewest, `At most ${maxKeepNewest} versions`),
        ),
    ),
    inactiveDays: z.nullable(
      z
        .int('Enter a whole number of days')
        .check(
          z.minimum(1, 'Wait at least one day: with none, the rule would remove every branch'),
          z.maximum(maxInactiveDays, `At most ${maxInactiveDays} days`),
        ),
    ),
  })
  .check(
    z.refine(
      ({ keepNewest, inactiveDays }) => keepNewest !== null || inactiveDays !== null,
      'A rule without a condition would remove everything: say how many versions to keep, or after how many days to remove a branch',
    ),
  )
export type RetentionRule = z.infer<typeof RetentionRule>

/** Takes the place of the account's rule for one storybook. Without a rule, everything is kept. */
const RetentionException = z.object({ storybookPublicId: PublicId, rule: z.nullable(RetentionRule) })

const maxRetentionExceptions = 1000

export const RetentionDraft = z.object({
  /** For all storybooks without an exception. Null keeps everything. */
  rule: z.nullable(RetentionRule),
  exceptions: z.array(RetentionException).check(
    z.maxLength(maxRetentionExceptions),
    z.refine(
      (exceptions) =>
        new Set(exceptions.map(({ storybookPublicId }) => storybookPublicId)).size === exceptions.length,
      'Each storybook can have one exception',
    ),
  ),
})
export type RetentionDraft = z.infer<typeof RetentionDraft>

export const Retention = z.object({
  rule: z.nullable(RetentionRule),
  exceptions: z.array(z.extend(RetentionException, { storybookTitle: z.string() })),
})
export type Retention = z.infer<typeof Retention>

export const getRetention = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/retention',
  summary:
    'Which versions are removed automatically: the rule of the account, and the exceptions of storybooks',
  access: 'member',
  action: 'manageRetention',
  params: AccountParams,
  reply: Retention,
})

export const setRetention = endpoint({
  method: 'PUT',
  path: '/api/v1/account/:account/retention',
  summary: 'Replace the rule of the account and all exceptions; they are applied within the hour',
  access: 'member',
  action: 'manageRetention',
  params: AccountParams,
  body: RetentionDraft,
  maxBodyBytes: longBodyBytes,
  reply: Retention,
})

const Amount = { versions: z.int(), bytes: z.int() }

export const maxPreviewedBranches = 200
export const maxPreviewedVersions = 100

export const RetentionPreview = z.object({
  ...Amount,
  branches: z.int(),
  /** Those with something to remove, ordered by title. */
  storybooks: z.array(z.object({ ...Amount, publicId: z.string(), title: z.string(), branches: z.int() })),
  /** At most 200, those with the most bytes first. */
  largestBranches: z.array(
    z.object({
      ...Amount,
      storybookPublicId: z.string(),
      storybookTitle: z.string(),
      /** Null for versions without a branch. */
      name: z.nullable(z.string()),
    }),
  ),
  /** At most 100. */
  newestVersions: z.array(
    z.object({
      publicId: z.string(),
      storybookPublicId: z.string(),
      storybookTitle: z.string(),
      createdAt: z.iso.datetime(),
      message: z.nullable(z.string()),
      branch: z.nullable(z.string()),
      size: z.int(),
    }),
  ),
})
export type RetentionPreview = z.infer<typeof RetentionPreview>

export const previewRetention = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/retention/preview',
  summary: 'What a rule with these exceptions would remove now; nothing is saved or removed',
  access: 'member',
  action: 'manageRetention',
  params: AccountParams,
  body: RetentionDraft,
  maxBodyBytes: longBodyBytes,
  reply: RetentionPreview,
})

export const undoRetention = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/retention/undo',
  summary:
    'Restore what rules removed and is still in the trash, at most 1,000 versions at once; rules in force are applied again within the hour',
  access: 'member',
  action: 'manageRetention',
  params: AccountParams,
  reply: z.object({ versions: z.int(), hasMore: z.boolean() }),
})
