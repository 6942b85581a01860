import * as z from 'zod/mini'

import { PublicId } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { maxLength } from './max-length.ts'
import { BuildFacts, ChangeSummary, Storybook, StorybookParams } from './storybooks.ts'
import { atMost, exactText, lineOfText, linesOfText, wholeNumber } from './text.ts'

export const VersionParams = z.extend(StorybookParams, { version: PublicId })

/** Of what is inside a version: still being read, known, or nothing to read. */
export const ContentsState = z.enum(['reading', 'ready', 'none'])
export type ContentsState = z.infer<typeof ContentsState>

/**
 * Why a version is compared with another:
 * - `ancestor`: it is the newest of its branch whose commit the build contains
 * - `newest-of-branch`: it was the newest of its branch when this one was published; what this one is based on is not known
 * - `previous-of-branch`: this one follows it on the same branch; it is the newest that the build contains, or else the newest
 *   published before
 */
export const BaselineReason = z.enum(['ancestor', 'newest-of-branch', 'previous-of-branch'])
export type BaselineReason = z.infer<typeof BaselineReason>

/** What a version is compared with, unless somebody chooses another. */
export const Baseline = z.object({
  /** Its public id. */
  version: z.string(),
  branch: z.nullable(z.string()),
  reason: BaselineReason,
})
export type Baseline = z.infer<typeof Baseline>

export const Version = z.extend(BuildFacts, {
  publicId: z.string(),
  createdAt: z.iso.datetime(),
  message: z.nullable(z.string()),
  createdBy: z.nullable(z.string()),
  size: z.int(),
  fileCount: z.int(),
  branch: z.nullable(z.string()),
  commit: z.nullable(z.string()),
  /** The commit at GitHub, GitLab, Bitbucket or Azure DevOps, where the build's address tells. */
  commitUrl: z.nullable(z.string()),
  buildUrl: z.nullable(z.string()),
  /** Its name, such as v2.3.0, if it is a release. */
  release: z.nullable(z.string()),
  isPinned: z.boolean(),
  contents: ContentsState,
  /** The branch that it is to be merged into, if it was published for a pull request. */
  targetBranch: z.nullable(z.string()),
  /** Null where nothing was published before that it could be compared with, and until it has been read. */
  baseline: z.nullable(Baseline),
  /** What changed since the baseline; null without one, and while one of them is being read or they are being compared. */
  changes: z.nullable(z.extend(ChangeSummary, { since: z.string() })),
  /** Whether it is still to be compared, at first or because another version is its baseline now. */
  isComparing: z.boolean(),
})
export type Version = z.infer<typeof Version>

/** As uploads name them: not only what git allows. */
export const BranchName = exactText.check(z.maxLength(maxLength.branch))

/** Enough not to name a commit by chance. */
export const CommitPrefix = exactText.check(z.minLength(4), z.maxLength(maxLength.commit))

export const ReleaseName = lineOfText.check(z.minLength(1, 'A name is required'), atMost(maxLength.release))

export const maxVersionsPerPage = 1000

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/versions',
  summary: 'The versions of a storybook, newest first; at most 1,000 at once, older ones with `before`',
  access: 'member-or-key',
  action: 'view',
  params: StorybookParams,
  query: z.object({
    /** Only versions older than this one. For the next page, the last version of this page. */
    before: z.optional(PublicId),
    limit: z.prefault(wholeNumber({ min: 1, max: maxVersionsPerPage }), maxVersionsPerPage),
    /** Only versions of this branch; empty for those without one. */
    branch: z.optional(BranchName),
    /** Only versions whose message, commit, release or publisher contains this, ignoring case. */
    text: z.optional(exactText.check(z.maxLength(maxLength.search))),
    /** Only versions published from then on, and before then. */
    since: z.optional(z.iso.datetime()),
    until: z.optional(z.iso.datetime()),
    only: z.optional(z.enum(['releases', 'pinned'])),
  }),
  reply: z.array(Version),
})

export const getVersion = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/versions/:version',
  summary: 'One version of a storybook',
  access: 'member-or-key',
  action: 'view',
  params: VersionParams,
  reply: Version,
})

export const Branch = z.object({
  /** Null for versions without a branch. */
  name: z.nullable(z.string()),
  isMain: z.boolean(),
  versionCount: z.int(),
  newest: Version,
})
export type Branch = z.infer<typeof Branch>

export const maxBranchesPerPage = 200

export const listBranches = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/branches',
  summary:
    'The branches of a storybook with their newest versions: the main branch, then the last published first',
  access: 'member-or-key',
  action: 'view',
  params: StorybookParams,
  query: z.object({
    /** Only branches that come after the one of this version. For the next page, the newest version of the last branch. */
    before: z.optional(PublicId),
    limit: z.prefault(wholeNumber({ min: 1, max: maxBranchesPerPage }), 50),
    /** Only branches whose name contains this, ignoring case. */
    name: z.optional(BranchName),
  }),
  reply: z.array(Branch),
})

export const getVersionOfBranch = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/branch/:branch',
  summary: 'The newest version of a branch, whose name is one percent-encoded segment',
  access: 'member-or-key',
  action: 'view',
  params: z.extend(StorybookParams, { branch: BranchName }),
  reply: Version,
})

export const getVersionOfCommit = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/commit/:commit',
  summary: 'The newest version of a commit, given in full or by at least its first four characters',
  access: 'member-or-key',
  action: 'view',
  params: z.extend(StorybookParams, { commit: CommitPrefix }),
  reply: Version,
})

export const getVersionOfRelease = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/release/:release',
  summary: 'The version that is a release',
  access: 'member-or-key',
  action: 'view',
  params: z.extend(StorybookParams, { release: ReleaseName }),
  reply: Version,
})

/** A version as people name it. */
export const VersionName = exactText.check(z.minLength(1), z.maxLength(maxLength.branch))

/** Enough of an id not to name a version by chance. */
export const minIdPrefix = 4

export const getVersionNamed = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/named/:version',
  summary:
    'The version with this name: `latest`, an id or its beginning, a release, a branch, or the beginning of a commit',
  access: 'member-or-key',
  action: 'view',
  params: z.extend(StorybookParams, { version: VersionName }),
  reply: Version,
})

export const updateVersion = endpoint({
  method: 'PUT',
  path: '/api/v1/account/:account/Storybooks/:storybook/versions/:version',
  summary: 'Make a version a release or an ordinary one, pin or unpin it; what is left out stays as it is',
  access: 'member-or-key',
  action: 'markVersions',
  params: VersionParams,
  body: z.object({ release: z.nullish(ReleaseName), isPinned: z.optional(z.boolean()) }),
  reply: Version,
})

export const maxAncestors = 500

const ancestorList = new RegExp(`^[0-9a-f]{7,64}(?:\\s+[0-9a-f]{7,64}){0,${maxAncestors - 1}}$`)

/** Optional facts about an upload. */
export const PublishFields = z.object({
  Message: z.optional(linesOfText.check(z.maxLength(maxLength.message))),
  Branch: z.optional(lineOfText.check(z.maxLength(maxLength.branch))),
  /** Of the repository. Until a person chooses another, it is the storybook's main branch once a version of it is published. */
  DefaultBranch: z.optional(lineOfText.check(z.maxLength(maxLength.branch))),
  Commit: z.optional(lineOfText.check(z.maxLength(maxLength.commit))),
  /** The branch that a pull request is to be merged into. */
  TargetBranch: z.optional(lineOfText.check(z.maxLength(maxLength.branch))),
  /** Commits that the build contains, nearest first: those of the branch itself, then of the one it began from. */
  Ancestors: z.optional(
    z
      .string()
      .check(z.trim(), z.regex(ancestorList, `At most ${maxAncestors} commit ids, separated by spaces`)),
  ),
  Release: z.optional(ReleaseName),
  BuildUrl: z.optional(
    z
      .url({ protocol: /^https?$/, error: 'An address begins with https:// or http://' })
      .check(
        z.maxLength(maxLength.buildUrl),
        z.regex(/^[^\p{Cc}\p{Cs}\s]*$/u, 'An address has no spaces or control characters'),
      ),
  ),
})

/** The parts of an upload. `File` may come before or after the others. */
export const PublishForm = z.extend(PublishFields, { File: z.file() })

export const IdempotencyKey = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{1,200}$/, 'A key has 1 to 200 visible ASCII characters'))

const PublishHeaders = z.object({ 'Idempotency-Key': z.optional(IdempotencyKey) })

export const PublishedStorybook = z.extend(Storybook, { versionPublicId: z.string() })
export type PublishedStorybook = z.infer<typeof PublishedStorybook>

export const publishVersion = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/Storybooks/:storybook/versions',
  summary: 'Publish a zipped build as a new version; an Idempotency-Key header makes a retry safe',
  access: 'member-or-key',
  action: 'publish',
  params: StorybookParams,
  form: PublishForm,
  headers: PublishHeaders,
  isCreation: true,
  reply: PublishedStorybook,
})

/** The same call under the path that the upload dialog's curl example uses. */
export const publishVersionShort = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/storybook/:storybook/versions',
  summary: 'Publish a zipped build as a new version (short address)',
  access: 'member-or-key',
  action: 'publish',
  params: StorybookParams,
  form: PublishForm,
  headers: PublishHeaders,
  isCreation: true,
  reply: PublishedStorybook,
})

export const deleteVersion = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/:account/Storybooks/:storybook/versions/:version',
  summary: 'Delete a version; the last one cannot be deleted',
  access: 'member',
  action: 'deleteVersions',
  params: VersionParams,
})
