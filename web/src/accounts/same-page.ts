import type { Account } from '@plinth/contract/accounts.ts'

import { hasGettingStarted } from '../getting-started/has-getting-started.ts'

/** The pages that every account has, at most with a tab of the settings. Storybooks belong to one account. */
const commonPage =
  /^\/account\/[^/]+\/(getting-started|storybooks|components|agents|settings(?:\/[a-z]+)?)(?:\/|$)/

/** The address of the page at `pathname` in another account; its first page, if it has no such page. */
export function samePageOf({ publicId, role }: Pick<Account, 'publicId' | 'role'>, pathname: string): string {
  const home = `/account/${publicId}`
  const [, page] = commonPage.exec(pathname) ?? []
  if (page === undefined || (page === 'getting-started' && !hasGettingStarted(role))) return home
  return `${home}/${page}`
}
