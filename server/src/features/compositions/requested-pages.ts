import { allowedPageDays, maxAllowedPages } from '@plinth/contract/compositions.ts'

import type { Database } from '../../database/connect.ts'
import { fromNow } from '../../database/from-now.ts'
import type { Actor } from '../../http/actor.ts'
import { Problem } from '../../http/problems.ts'
import { allowInBrowser } from '../../viewer/composition/store.ts'
import type { Viewer } from '../../viewer/viewer.ts'
import { record } from '../audit/store.ts'
import { findStorybookOfMember, listAllowedPagesOfUser } from './store.ts'

interface PageServices {
  db: Database
  viewer: Viewer
}

const dayMs = 24 * 60 * 60 * 1000

/** What a page that asked on the compose host wants to show, if the person may see it. */
export async function findRequestedPage({ db, viewer }: PageServices, userId: number, request: string) {
  const requested = viewer.signer.verify(request, 'pageRequest')
  if (!requested) throw new Problem('page_request_expired')
  const storybook = await findStorybookOfMember(db, userId, requested.storybook)
  if (!storybook) throw new Problem('not_found')
  const deviceSha256 = Buffer.from(requested.deviceSha256, 'base64url')
  return { ...storybook, origin: requested.origin, deviceSha256 }
}

/** Allows the page in the browser that asked. */
export async function allowPage(services: PageServices, actor: Actor, userId: number, request: string) {
  const { accountId, origin, deviceSha256 } = await findRequestedPage(services, userId, request)
  const expiresAt = fromNow(allowedPageDays * dayMs)
  await services.db.transaction().execute(async (trx) => {
    const pages = await listAllowedPagesOfUser(trx, userId)
    const others = pages.filter((page) => page.origin !== origin)
    if (others.length >= maxAllowedPages) throw new Problem('too_many_allowed_pages')
    await allowInBrowser(trx, { kind: 'allowedPage', accountId, userId, origin, deviceSha256, expiresAt })
    await record(trx, actor, { action: 'page.allowed', subject: origin, accountId })
  })
}
