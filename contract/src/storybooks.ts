import * as z from 'zod/mini'

import { AccountParams, PublicId } from './accounts.ts'
import { bytes, endpoint, longBodyBytes } from './endpoint.ts'
import { maxLength } from './max-length.ts'
import { atMost, lineOfText, linesOfText, wholeNumber } from './text.ts'

export const StorybookParams = z.extend(AccountParams, { storybook: PublicId })

/** What was read out of a build. Of a plain site only the kind is known. */
export const BuildFacts = z.object({
  kind: z.enum(['storybook', 'site']),
  storyCount: z.nullable(z.int()),
  componentCount: z.nullable(z.int()),
  storybookVersion: z.nullable(z.string()),
  framework: z.nullable(z.string()),
})
export type BuildFacts = z.infer<typeof BuildFacts>

/** How many stories and docs pages differ from another version. */
export const ChangeCounts = z.object({
  added: z.int(),
  removed: z.int(),
  renamed: z.int(),
  changed: z.int(),
  /** Those of which the builds do not tell. */
  unknown: z.int(),
})
export type ChangeCounts = z.infer<typeof ChangeCounts>

/** What is known of a comparison beside the counts. Nothing changed only if the preview did not, and all entries are known. */
export const ChangeSummary = z.extend(ChangeCounts, {
  /** Whether what every story is shown in changed: decorators, global styles, Storybook itself. */
  isPreviewChanged: z.prefault(z.boolean(), false),
  /** Whether all entries of both versions could be listed. */
  isComplete: z.prefault(z.boolean(), true),
})
export type ChangeSummary = z.infer<typeof ChangeSummary>

/** What a storybook is recognised by, instead of the mark that is drawn from its title. */
export const StorybookIcon = z.object({
  /** Its address changes with its bytes, which may be cached for good. */
  hash: z.string(),
  mediaType: z.enum(['image/png', 'image/svg+xml', 'image/x-icon']),
  /** An uploaded icon is shown rather than the favicon of the newest build. */
  source: z.enum(['upload', 'build']),
})
export type StorybookIcon = z.infer<typeof StorybookIcon>

/** Uploaded icons have exactly this width and height. */
export const iconPixels = 128
/** No PNG of that size needs more. */
export const maxIconBytes = 72 * 1024

export const Storybook = z.object({
  publicId: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  folder: z.nullable(z.string()),
  /** The branch whose newest version is `latest`; null for the newest of all. */
  mainBranch: z.nullable(z.string()),
  /** Whether somebody must accept what looks different before a pull request passes. */
  requiresReview: z.boolean(),
  /** When a version was last published, on any branch. */
  lastUpdated: z.nullable(z.iso.datetime()),
  versionCount: z.int(),
  icon: z.nullable(StorybookIcon),
  /** The newest version of the main branch, or of all without one. */
  latest: z.nullable(
    z.extend(BuildFacts, {
      versionPublicId: z.string(),
      createdAt: z.iso.datetime(),
      branch: z.nullable(z.string()),
      commit: z.nullable(z.string()),
    }),
  ),
})
export type Storybook = z.infer<typeof Storybook>

/** More new versions than this are not counted. */
export const maxNewVersions = 99

/** With what it is to the person who asks. To an API key it is nothing. */
export const ListedStorybook = z.extend(Storybook, {
  /** The names of a few components with the most stories; none until the newest version has been read. */
  mainComponents: z.array(z.string()),
  isFavourite: z.boolean(),
  /** When they last opened one of its versions in the viewer. */
  viewedAt: z.nullable(z.iso.datetime()),
  /** How many versions, of the main branch if there is one, are newer than those they have seen; null if they have seen none. */
  newVersions: z.nullable(z.int()),
  /** What changed in the newest version, if that is the only new one. */
  newChanges: z.nullable(ChangeSummary),
})
export type ListedStorybook = z.infer<typeof ListedStorybook>

const MainBranch = lineOfText.check(atMost(maxLength.branch))

export const StorybookDraft = z.object({
  title: lineOfText.check(z.minLength(1, 'Title is required'), atMost(maxLength.title)),
  description: z.nullish(linesOfText.check(atMost(maxLength.description))),
  /** Left out, folder, main branch and whether it requires review stay as they are. */
  folder: z.nullish(lineOfText.check(atMost(maxLength.folder))),
  mainBranch: z.nullish(MainBranch),
  requiresReview: z.optional(z.boolean()),
})
export type StorybookDraft = z.infer<typeof StorybookDraft>

export const maxStorybooksPerPage = 1000

export const listStorybooks = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks',
  summary: 'The storybooks of an account, ordered by title: all of them, or a page',
  access: 'member-or-key',
  action: 'view',
  params: AccountParams,
  query: z.object({
    limit: z.optional(wholeNumber({ min: 1, max: maxStorybooksPerPage })),
    /** The public id of the last storybook on the page before. */
    after: z.optional(PublicId),
  }),
  reply: z.array(ListedStorybook),
})

export const createStorybook = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/Storybooks',
  summary: 'Create a storybook',
  access: 'member-or-key',
  action: 'editStorybooks',
  params: AccountParams,
  body: StorybookDraft,
  isCreation: true,
  reply: Storybook,
})

export const getStorybook = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook',
  summary: 'One storybook',
  access: 'member-or-key',
  action: 'view',
  params: StorybookParams,
  reply: Storybook,
})

export const updateStorybook = endpoint({
  method: 'PUT',
  path: '/api/v1/account/:account/Storybooks/:storybook',
  summary: 'Change the title, description, folder and main branch of a storybook',
  access: 'member',
  action: 'editStorybooks',
  params: StorybookParams,
  body: StorybookDraft,
  reply: Storybook,
})

export const getProposedMainBranch = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/mainBranch/proposed',
  summary:
    'The main branch that a storybook without one should have: the default branch of its repository, or what that is usually called',
  access: 'member',
  action: 'view',
  params: StorybookParams,
  /** Null if there is no such version, or somebody has chosen already. */
  reply: z.object({ mainBranch: z.nullable(z.string()) }),
})

export const setMainBranch = endpoint({
  method: 'PUT',
  path: '/api/v1/account/:account/Storybooks/:storybook/mainBranch',
  summary: 'Choose the main branch of a storybook; null for none',
  access: 'member',
  action: 'editStorybooks',
  params: StorybookParams,
  body: z.object({ mainBranch: z.nullable(MainBranch) }),
  reply: Storybook,
})

export const deleteStorybook = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/:account/Storybooks/:storybook',
  summary: 'Delete a storybook with all its versions',
  access: 'member',
  action: 'deleteStorybooks',
  params: StorybookParams,
})

export const getStorybookIcon = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/icon/:hash',
  summary: 'The icon of a storybook',
  access: 'member-or-key',
  action: 'view',
  params: z.extend(StorybookParams, {
    hash: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'A hash has 64 hexadecimal digits')),
  }),
  reply: bytes,
})

const maxBase64Length = Math.ceil(maxIconBytes / 3) * 4

export const setStorybookIcon = endpoint({
  method: 'PUT',
  path: '/api/v1/account/:account/Storybooks/:storybook/icon',
  summary: `Give a storybook an icon of its own: a PNG of ${iconPixels} × ${iconPixels} pixels, as base64`,
  access: 'member',
  action: 'editStorybooks',
  params: StorybookParams,
  body: z.object({
    png: z
      .string()
      .check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Send the picture as base64'), atMost(maxBase64Length)),
  }),
  maxBodyBytes: longBodyBytes,
  reply: Storybook,
})

export const deleteStorybookIcon = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/:account/Storybooks/:storybook/icon',
  summary: 'Remove the icon that was uploaded; the favicon of the newest build is shown again, if it has one',
  access: 'member',
  action: 'editStorybooks',
  params: StorybookParams,
  reply: Storybook,
})

export const setFavourite = endpoint({
  method: 'PUT',
  path: '/api/v1/account/:account/Storybooks/:storybook/favourite',
  summary: 'Make a storybook a favourite of yours, or no longer; nobody else sees it',
  access: 'member',
  action: 'view',
  params: StorybookParams,
  body: z.object({ isFavourite: z.boolean() }),
})
