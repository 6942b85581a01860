import * as z from 'zod/mini'

import { PublicId } from './accounts.ts'
import { bytes, endpoint } from './endpoint.ts'
import { exactText } from './text.ts'
import { BranchName, CommitPrefix, ReleaseName, VersionParams } from './versions.ts'

export const getViewer = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/:version/viewer',
  summary: 'The base URL of the viewer host of a version; `/index.html` below it is shown in the frame',
  access: 'member',
  action: 'view',
  params: VersionParams,
  reply: z.object({ viewerBaseUrl: z.string() }),
})

export const ViewerTicket = z.object({
  viewerBaseUrl: z.string(),
  /** POST `{"ticket": …}` here, with credentials, to get the session cookie of the viewer host. */
  ticketUrl: z.string(),
  ticket: z.string(),
  /** For a new tab: `?ticket=…&to=…` here starts the session and redirects to the file. */
  openUrl: z.string(),
  /** Until when the ticket can be used. */
  expiresAt: z.iso.datetime(),
  /** How long the session that it starts lasts; refresh it before that. */
  sessionSeconds: z.int(),
  /** If the version shows other storybooks of the account: POST this ticket in the same way first, so that it may. */
  compose: z.optional(z.object({ ticketUrl: z.string(), ticket: z.string() })),
})
export type ViewerTicket = z.infer<typeof ViewerTicket>

/** A ticket, and the version that was asked for as `latest`. */
export const OpenedVersion = z.extend(ViewerTicket, { version: PublicId })

export const refreshViewerSession = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/Storybooks/:storybook/:version/cookie',
  summary:
    'Get a ticket that starts or extends a viewer session; `latest` stands for the newest version, of the main branch if there is one, or of what the query names',
  access: 'member',
  action: 'view',
  params: VersionParams,
  query: z.object({
    branch: z.optional(BranchName),
    commit: z.optional(CommitPrefix),
    release: z.optional(ReleaseName),
  }),
  reply: OpenedVersion,
})

const FilePath = exactText.check(z.maxLength(2000))

export const getStorybookFile = endpoint({
  method: 'GET',
  path: '/api/v1/StorybookFiles/:storybook/:version/*',
  summary: 'A file of a version; `latest` stands for the newest one, of the main branch if there is one',
  access: 'user-or-key',
  params: z.object({ storybook: PublicId, version: PublicId, '*': FilePath }),
  reply: bytes,
})

export const getFileOfBranch = endpoint({
  method: 'GET',
  path: '/api/v1/StorybookFiles/:storybook/branch/:branch/*',
  summary: 'A file of the newest version of a branch, whose name is one percent-encoded segment',
  access: 'user-or-key',
  params: z.object({ storybook: PublicId, branch: BranchName, '*': FilePath }),
  reply: bytes,
})

export const getFileOfCommit = endpoint({
  method: 'GET',
  path: '/api/v1/StorybookFiles/:storybook/commit/:commit/*',
  summary: 'A file of the newest version of a commit, given in full or by at least its first four characters',
  access: 'user-or-key',
  params: z.object({ storybook: PublicId, commit: CommitPrefix, '*': FilePath }),
  reply: bytes,
})

export const getFileOfRelease = endpoint({
  method: 'GET',
  path: '/api/v1/StorybookFiles/:storybook/release/:release/*',
  summary: 'A file of the version that is a release',
  access: 'user-or-key',
  params: z.object({ storybook: PublicId, release: ReleaseName, '*': FilePath }),
  reply: bytes,
})
