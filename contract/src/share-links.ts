import * as z from 'zod/mini'

import { PublicId } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { maxLength } from './max-length.ts'
import { StorybookParams } from './storybooks.ts'
import { atMost, exactText, lineOfText, RowId } from './text.ts'
import { ViewerTicket } from './viewer.ts'

export const shareDays = { min: 1, max: 90, default: 14 } as const

/** Of one storybook, at the same time. */
export const maxShareLinks = 200

/** A link that opens a version without an account. */
export const ShareLink = z.object({
  id: z.int(),
  /** The version it opens … */
  version: z.nullable(z.string()),
  /** … or the branch whose newest version it opens. */
  branch: z.nullable(z.string()),
  note: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(z.string()),
  expiresAt: z.iso.datetime(),
  /** At most one opening is counted every ten seconds. */
  openedCount: z.int(),
  lastOpenedAt: z.nullable(z.iso.datetime()),
})
export type ShareLink = z.infer<typeof ShareLink>

export const ShareLinkDraft = z
  .object({
    version: z.optional(PublicId),
    branch: z.optional(lineOfText.check(z.minLength(1), atMost(maxLength.branch))),
    days: z.optional(
      z
        .int()
        .check(
          z.minimum(shareDays.min, `At least ${shareDays.min} day`),
          z.maximum(shareDays.max, `At most ${shareDays.max} days`),
        ),
    ),
    /** For whom or what it is. */
    note: z.nullish(lineOfText.check(atMost(maxLength.note))),
  })
  .check(
    z.refine(({ version, branch }) => (version === undefined) !== (branch === undefined), {
      path: ['version'],
      message: 'Name either a version or a branch',
    }),
  )
export type ShareLinkDraft = z.infer<typeof ShareLinkDraft>

export const NewShareLink = z.extend(ShareLink, {
  /** With the secret behind the `#`, which browsers send to nobody. */
  url: z.string(),
})
export type NewShareLink = z.infer<typeof NewShareLink>

const path = '/api/v1/account/:account/Storybooks/:storybook/shareLinks'

export const listShareLinks = endpoint({
  method: 'GET',
  path,
  summary: 'The share links of a storybook that have not expired, newest first',
  access: 'member',
  action: 'shareVersions',
  params: StorybookParams,
  reply: z.array(ShareLink),
})

export const createShareLink = endpoint({
  method: 'POST',
  path,
  summary:
    'Create a link that opens a version, or the newest of a branch; only this answer contains its address',
  access: 'member',
  action: 'shareVersions',
  params: StorybookParams,
  body: ShareLinkDraft,
  isCreation: true,
  reply: NewShareLink,
})

export const revokeShareLink = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Revoke a share link; sessions that it started end within 30 seconds',
  access: 'member',
  action: 'shareVersions',
  params: z.extend(StorybookParams, { id: RowId }),
})

/** What a guest is told, and what their page needs to show the version. */
export const SharedVersion = z.extend(ViewerTicket, {
  accountName: z.string(),
  title: z.string(),
  branch: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  linkExpiresAt: z.iso.datetime(),
  /** To be sent with the next call, for another ticket for the same version. */
  renewal: z.string(),
})
export type SharedVersion = z.infer<typeof SharedVersion>

export const openShareLink = endpoint({
  method: 'POST',
  path: '/api/v1/share',
  summary: 'Open a share link: what it shows, and a ticket for a viewer session of a guest',
  access: 'public',
  body: z.object({
    secret: exactText.check(z.maxLength(200)),
    renewal: z.optional(exactText.check(z.maxLength(2000))),
  }),
  reply: SharedVersion,
})
