import { allowShareLinks } from '@plinth/contract/accounts.ts'
import { createShareLink, openShareLink } from '@plinth/contract/share-links.ts'
import type { NewShareLink, ShareLinkDraft } from '@plinth/contract/share-links.ts'
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'

import { aForm, aStorybookZip } from './builds.ts'
import { aMember, callAsNobody, testPortal } from './test-app.ts'

/** An account that allows share links, with a version on the branch `main`, which a User shares. */
export async function aSharingAccount({ isAllowed = true } = {}) {
  const { db } = await testPortal()
  const owner = await aMember({ role: 'Owner' })
  const user = await aMember({ account: owner.account })
  const home = { account: owner.account.publicId }
  if (isAllowed) await owner.call(allowShareLinks, { params: home, body: { allowed: true } })
  const { publicId: storybook } = await owner.call(createStorybook, {
    params: home,
    body: { title: 'Design System' },
  })
  const params = { ...home, storybook }
  const publish = async (branch: string) => {
    const form = aForm(aStorybookZip({ label: branch }), { Branch: branch })
    return (await owner.call(publishVersion, { params, form })).versionPublicId
  }
  const { id: storybookId } = await db
    .selectFrom('storybooks')
    .select('id')
    .where('public_id', '=', storybook)
    .executeTakeFirstOrThrow()
  const share = (body: ShareLinkDraft) => user.call(createShareLink, { params, body })
  const version = await publish('main')
  return { owner, user, home, params, storybookId, publish, version, share }
}

type Link = Pick<NewShareLink, 'url'>

export const secretOf = ({ url }: Link) => url.slice(url.indexOf('#') + 1)

/** Opens a link as a guest does. */
export async function openShare(link: Link, renewal?: string) {
  const call = await callAsNobody()
  const body = { secret: secretOf(link), ...(renewal === undefined ? {} : { renewal }) }
  return call(openShareLink, { body })
}
