import * as z from 'zod/mini'

import { PublicId } from './accounts.ts'
import { bytes, endpoint } from './endpoint.ts'
import { exactText } from './text.ts'
import { VersionParams } from './versions.ts'

export const getViewer = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks/:storybook/:version/viewer',
  summary: 'Where a version is shown; `/index.html` below it is the address of the frame',
  access: 'member',
  params: VersionParams,
  reply: z.object({ viewerBaseUrl: z.string() }),
})

export const ViewerTicket = z.object({
  viewerBaseUrl: z.string(),
  /** Post `{"ticket": …}` here, with credentials, to receive the session cookie of the viewer's own origin. */
  ticketUrl: z.string(),
  ticket: z.string(),
  /** The same for a tab of its own: `?ticket=…&to=…` here starts the session and goes on to the file. */
  openUrl: z.string(),
  expiresAt: z.iso.datetime(),
})
export type ViewerTicket = z.infer<typeof ViewerTicket>

export const refreshViewerSession = endpoint({
  method: 'POST',
  path: '/api/v1/account/:account/Storybooks/:storybook/:version/cookie',
  summary: 'A ticket for a new or longer viewer session',
  access: 'member',
  params: VersionParams,
  reply: ViewerTicket,
})

export const getStorybookFile = endpoint({
  method: 'GET',
  path: '/api/v1/StorybookFiles/:storybook/:version/*',
  summary: 'A file of a version, or of the newest one under `latest`',
  access: 'user-or-key',
  params: z.object({ storybook: PublicId, version: PublicId, '*': exactText.check(z.maxLength(2000)) }),
  reply: bytes,
})
