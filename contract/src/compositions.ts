import * as z from 'zod/mini'

import { AccountParams } from './accounts.ts'
import { endpoint, longBodyBytes } from './endpoint.ts'
import { maxLength } from './max-length.ts'
import { atMost, exactText, lineOfText, RowId } from './text.ts'
import { BranchName, ReleaseName } from './versions.ts'

/*
 * Composition is Storybook's word for showing other Storybooks inside one's own, through `refs`. A composition here is the
 * permission for the pages of one origin to show storybooks of an account: either through addresses that an API key or a
 * member asked for, or to one person who allowed it in their browser.
 */

/** How long the addresses for a composing Storybook work. */
export const compositionHours = { min: 1, max: 24, default: 12 } as const

/** How long a browser in which a person has allowed a composing page does not have to ask again. */
export const allowedPageDays = 7

/** Of one account, at the same time. */
export const maxCompositions = 1000

/** Of those, by one person: with keys that they have created, too. */
export const maxCompositionsOfPerson = 200

/** Of one person, in all accounts. */
export const maxAllowedPages = 100

/** In one composition. */
export const maxComposedStorybooks = 50

/** The releases in a version menu, newest first. */
export const maxComposedReleases = 20

/** URLs may have hosts such as `*` and `a;b`, which mean something else in a content security policy. */
const plainOrigin = /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::\d+)?$/

/** Scheme, host and port of a page, as browsers send it in `Origin`. */
export const Origin = exactText.check(
  atMost(maxLength.origin),
  z.refine(
    (value) => plainOrigin.test(value) && URL.parse(value)?.origin === value,
    'Give scheme, host and port only, such as http://localhost:6006',
  ),
)

export const ComposedStorybook = z
  .object({
    /** Its public id, or its title. */
    storybook: lineOfText.check(z.minLength(1), atMost(maxLength.title)),
    /** The newest version of this branch; without branch and release, the newest version. */
    branch: z.optional(BranchName),
    release: z.optional(ReleaseName),
  })
  .check(
    z.refine(({ branch, release }) => branch === undefined || release === undefined, {
      path: ['branch'],
      message: 'Name either a branch or a release',
    }),
  )

export const CompositionDraft = z.object({
  /** Of the page that shows the storybooks. */
  origin: Origin,
  storybooks: z
    .array(ComposedStorybook)
    .check(z.minLength(1), z.maxLength(maxComposedStorybooks, `At most ${maxComposedStorybooks} storybooks`)),
  hours: z.optional(z.int().check(z.minimum(compositionHours.min), z.maximum(compositionHours.max))),
})
export type CompositionDraft = z.input<typeof CompositionDraft>

/** What Storybook needs for an entry of its `refs`. */
export const Ref = z.object({
  title: z.string(),
  url: z.string(),
  /** For the version menu: label to address. The entry with the address in `url` is the current one. */
  versions: z.record(z.string(), z.string()),
  /** The storybook in the portal. */
  sourceUrl: z.string(),
})
export type Ref = z.infer<typeof Ref>

/** The id that an entry of `refs` gets from its title, as in `/story/design-system_button--primary`. */
export const refIdFrom = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'storybook'

export const NewComposition = z.object({
  id: z.int(),
  expiresAt: z.iso.datetime(),
  /** By the id made from the title. */
  refs: z.record(z.string(), Ref),
})
export type NewComposition = z.infer<typeof NewComposition>

export const createComposition = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/compositions',
  summary:
    'Get addresses under which the pages of one origin can show storybooks, for the `refs` of a Storybook',
  access: 'member-or-key',
  action: 'view',
  params: AccountParams,
  body: CompositionDraft,
  maxBodyBytes: longBodyBytes,
  isCreation: true,
  reply: NewComposition,
})

export const Composition = z.object({
  id: z.int(),
  origin: z.string(),
  /** The name of the API key, or of the person, that it was created with. */
  createdBy: z.string(),
  storybooks: z.array(z.object({ publicId: z.string(), title: z.string() })),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type Composition = z.infer<typeof Composition>

export const listCompositions = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/compositions',
  summary:
    'The addresses for composing Storybooks that have not expired, newest first; of those who may not manage API keys, their own',
  access: 'member',
  action: 'view',
  params: AccountParams,
  reply: z.array(Composition),
})

export const revokeComposition = endpoint({
  method: 'DELETE',
  path: '/api/v1/account/:account/compositions/:id',
  summary:
    'Revoke addresses for a composing Storybook: your own, or any if you may manage API keys; they stop working within 30 seconds',
  access: 'member',
  action: 'view',
  params: z.extend(AccountParams, { id: RowId }),
})

/** Signed by the portal; it is part of the address that Storybook opens to sign in. */
const PageRequest = z.object({ request: exactText.check(z.maxLength(2000)) })

export const RequestedPage = z.object({
  /** Of the page that wants to show storybooks. */
  origin: z.string(),
  accountName: z.string(),
  storybookTitle: z.string(),
})
export type RequestedPage = z.infer<typeof RequestedPage>

export const describeRequestedPage = endpoint({
  method: 'POST',
  path: '/api/v1/allowedPages/request',
  summary: 'Which page wants to show storybooks of which account to the caller',
  access: 'user',
  body: PageRequest,
  reply: RequestedPage,
})

export const allowPage = endpoint({
  method: 'POST',
  path: '/api/v1/allowedPages',
  summary: 'Allow a page to show the storybooks of an account to the caller, in the browser that asked',
  access: 'user',
  body: PageRequest,
  isCreation: true,
})

export const AllowedPage = z.object({
  id: z.int(),
  origin: z.string(),
  accountName: z.string(),
  allowedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type AllowedPage = z.infer<typeof AllowedPage>

export const listAllowedPages = endpoint({
  method: 'GET',
  path: '/api/v1/allowedPages',
  summary: 'The pages that the caller has allowed to show storybooks, newest first',
  access: 'user',
  reply: z.array(AllowedPage),
})

export const revokeAllowedPage = endpoint({
  method: 'DELETE',
  path: '/api/v1/allowedPages/:id',
  summary: 'Revoke the permission of a page; it stops showing storybooks within 30 seconds',
  access: 'user',
  params: z.object({ id: RowId }),
})
