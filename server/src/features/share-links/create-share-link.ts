import { maxShareLinks, shareDays } from '@plinth/contract/share-links.ts'
import type { ShareLinkDraft } from '@plinth/contract/share-links.ts'

import type { Database } from '../../database/connect.ts'
import { fromNow } from '../../database/from-now.ts'
import type { Actor } from '../../http/actor.ts'
import { Problem } from '../../http/problems.ts'
import { randomBase62 } from '../../shared/secret-codes.ts'
import { record } from '../audit/store.ts'
import { lockStorybook } from '../versions/store.ts'
import { areShareLinksAllowed, findNewestVersion, insertShareLink, sweepAndCountLinks } from './store.ts'

/** 190 random bits. */
const secretLength = 32
const day = 24 * 60 * 60 * 1000

interface Place {
  accountId: number
  storybook: string
}

/** Only the answer contains the secret; the database stores a hash. */
export async function createShareLink(
  db: Database,
  actor: Actor,
  { accountId, storybook: publicId }: Place,
  createdBy: number,
  { version, branch, days = shareDays.default, note }: ShareLinkDraft,
) {
  return db.transaction().execute(async (trx) => {
    const storybook = await lockStorybook(trx, accountId, publicId)
    const shown = storybook && (await findNewestVersion(trx, storybook.id, { publicId: version, branch }))
    if (!shown) throw new Problem('not_found')
    if (!(await areShareLinksAllowed(trx, accountId))) throw new Problem('share_links_forbidden')
    if ((await sweepAndCountLinks(trx, storybook.id)) >= maxShareLinks) {
      throw new Problem('too_many_share_links')
    }
    await record(trx, actor, {
      action: 'shareLink.created',
      subject: describeLink(storybook.title, { version, branch }),
      accountId,
      about: aboutLink(publicId, { version, branch }),
    })
    const secret = randomBase62(secretLength)
    const row = await insertShareLink(trx, accountId, {
      storybookId: storybook.id,
      versionId: branch === undefined ? shown.id : null,
      branch: branch ?? null,
      secret,
      note: note || null,
      createdBy,
      expiresAt: fromNow(days * day),
    })
    return { row, secret }
  })
}

interface Shared {
  version?: string | null | undefined
  branch?: string | null | undefined
}

/** For the audit log: the version, or the storybook of a branch. */
export const aboutLink = (storybook: string, { version, branch }: Shared) =>
  version && !branch ? { version } : { storybook }

/** "Design System, branch main" */
export const describeLink = (title: string, { version, branch }: Shared) =>
  `${title}, ${branch ? `branch ${branch}` : `version ${version ?? ''}`}`
