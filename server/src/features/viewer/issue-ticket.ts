import type { ViewerTicket } from '@plinth/contract/viewer.ts'

import { sessionSeconds } from '../../viewer/exchange-ticket.ts'
import type { Holder } from '../../viewer/signer.ts'
import { openPath, ticketPath } from '../../viewer/viewer-site.ts'
import type { Viewer } from '../../viewer/viewer.ts'

const ticketSeconds = 60

interface ShownVersion {
  publicId: string
  storybookPublicId: string
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

/** A ticket for a session on the viewer host of a version. Whether the holder may have it has been checked. */
export function issueTicket(
  { addresses, signer }: Pick<Viewer, 'addresses' | 'signer'>,
  version: ShownVersion,
  holder: Holder,
): ViewerTicket {
  const viewerBaseUrl = addresses.baseUrlOf(version)
  const expires = inSeconds(ticketSeconds)
  return {
    viewerBaseUrl,
    // On a host of all versions, only this says which of its sessions is meant.
    ticketUrl: new URL(
      addresses.isShared ? `${ticketPath}?version=${version.publicId}` : ticketPath,
      viewerBaseUrl,
    ).href,
    openUrl: new URL(openPath, viewerBaseUrl).href,
    ticket: signer.sign({ ...holder, use: 'ticket', version: version.publicId, expires }),
    expiresAt: new Date(expires * 1000).toISOString(),
    sessionSeconds,
  }
}

/** A ticket that lets a published Storybook show others of its account; undefined where nothing can be composed. */
export function issueComposeTicket(
  { addresses, signer }: Pick<Viewer, 'addresses' | 'signer'>,
  version: ShownVersion & { accountId: number },
  { userId }: { userId: number },
): ViewerTicket['compose'] {
  if (addresses.composeUrl === null) return undefined
  const { accountId } = version
  const { origin } = new URL(addresses.baseUrlOf(version))
  const expires = inSeconds(ticketSeconds)
  return {
    ticketUrl: new URL(ticketPath, addresses.composeUrl).href,
    ticket: signer.sign({ use: 'composeTicket', userId, accountId, origin, expires }),
  }
}
