import type { SharedVersion } from '@plinth/contract/share-links.ts'

import type { Database } from '../../database/connect.ts'
import { Problem } from '../../http/problems.ts'
import type { Signer } from '../../viewer/signer.ts'
import type { Viewer } from '../../viewer/viewer.ts'
import { issueTicket } from '../viewer/issue-ticket.ts'
import { countOpening, findNewestVersion, findShareLink } from './store.ts'

interface Opening {
  secret: string
  renewal?: string | undefined
}

/**
 * Opens a share link. A renewal stays at the version it was given for, because a version published meanwhile would mix two
 * builds, and is not counted. Whatever is wrong, the answer is the same. Guests take turns of the account whose link it is.
 */
export async function openShareLink(
  services: { db: Database; viewer: Viewer },
  { secret, renewal }: Opening,
  inTurn: (accountId: number, open: () => Promise<SharedVersion>) => Promise<SharedVersion>,
): Promise<SharedVersion> {
  const link = await findShareLink(services.db, secret)
  if (!link) throw new Problem('share_link_unknown')
  return inTurn(link.accountId, () => openFoundLink(services, link, renewal))
}

async function openFoundLink(
  { db, viewer }: { db: Database; viewer: Viewer },
  link: NonNullable<Awaited<ReturnType<typeof findShareLink>>>,
  renewal: string | undefined,
): Promise<SharedVersion> {
  const { id, storybookId, versionId, branch } = link
  const publicId = renewal === undefined ? undefined : renewedVersion(viewer.signer, renewal, id)
  const version = await findNewestVersion(db, storybookId, { id: versionId, branch, publicId })
  if (!version) throw new Problem('share_link_unknown')
  if (renewal === undefined && link.isCountable) await countOpening(db, id)

  const until = Math.floor(link.expiresAt.getTime() / 1000)
  const holder = { shareLinkId: id, until }
  const { storybookPublicId, title, accountName } = link
  return {
    ...issueTicket(viewer, { publicId: version.publicId, storybookPublicId }, holder),
    accountName,
    title,
    branch: version.branch,
    createdAt: version.createdAt.toISOString(),
    linkExpiresAt: link.expiresAt.toISOString(),
    renewal: viewer.signer.sign({ ...holder, use: 'renewal', version: version.publicId, expires: until }),
  }
}

/** The version that this link was opened at. */
function renewedVersion(signer: Signer, renewal: string, shareLinkId: number): string {
  const payload = signer.verify(renewal, 'renewal')
  if (!payload || !('shareLinkId' in payload) || payload.shareLinkId !== shareLinkId) {
    throw new Problem('share_link_unknown')
  }
  return payload.version
}
