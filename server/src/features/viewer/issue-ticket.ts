import type { ViewerTicket } from '@plinth/contract/viewer.ts'

import { sessionSeconds } from '../../viewer/exchange-ticket.ts'
import type { Holder } from '../../viewer/signer.ts'
import { openPath, ticketPath } from '../../viewer/viewer-site.ts'
import type { Viewer } from '../../viewer/viewer.ts'

const ticketSeconds = 60

/** A ticket for a session on the viewer host of a version. Whether the holder may have it has been checked. */
export function issueTicket(
  { addresses, signer }: Pick<Viewer, 'addresses' | 'signer'>,
  version: { publicId: string; storybookPublicId: string },
  holder: Holder,
): ViewerTicket {
  const viewerBaseUrl = addresses.baseUrlOf(version)
  const expires = Math.floor(Date.now() / 1000) + ticketSeconds
  return {
    viewerBaseUrl,
    ticketUrl: new URL(ticketPath, viewerBaseUrl).href,
    openUrl: new URL(openPath, viewerBaseUrl).href,
    ticket: signer.sign({ ...holder, use: 'ticket', version: version.publicId, expires }),
    expiresAt: new Date(expires * 1000).toISOString(),
    sessionSeconds,
  }
}
