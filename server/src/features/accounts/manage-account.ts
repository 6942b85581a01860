import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import type { MemberAccount } from '../../http/callers.ts'
import { Problem } from '../../http/problems.ts'
import { record } from '../audit/store.ts'
import {
  countContents,
  deleteAccountRow,
  lockAccount,
  updateAccountName,
  updateSharingRules,
} from './store.ts'
import type { AccountContents, SharingRules } from './store.ts'

export async function renameAccount(
  db: Database,
  actor: Actor,
  { id }: Pick<MemberAccount, 'id'>,
  name: string,
) {
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, id)
    if (!account) throw new Problem('not_found')
    await updateAccountName(trx, id, name)
    await record(trx, actor, {
      action: 'account.renamed',
      subject: `${account.name} → ${name}`,
      accountId: id,
    })
    return { ...account, name }
  })
}

interface SharingChange {
  allowed: boolean
  viewersMayCompose?: boolean | undefined
}

/** While share links are forbidden, existing ones do not work, and neither do addresses for composing Storybooks. */
export async function allowShareLinks(
  db: Database,
  actor: Actor,
  { id }: Pick<MemberAccount, 'id'>,
  { allowed, viewersMayCompose }: SharingChange,
) {
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, id)
    if (!account) throw new Problem('not_found')
    const rules = {
      allows_share_links: allowed,
      viewers_may_compose: viewersMayCompose ?? account.viewers_may_compose,
    }
    const subject = describeRules(rules)
    if (subject !== describeRules(account)) {
      await updateSharingRules(trx, id, rules)
      await record(trx, actor, { action: 'account.shareLinksChanged', subject, accountId: id })
    }
    return { ...account, ...rules }
  })
}

/** Different for different rules. */
function describeRules({ allows_share_links, viewers_may_compose }: SharingRules): string {
  const rule = allows_share_links ? 'Allowed' : 'Forbidden'
  return viewers_may_compose ? `${rule}; Viewers and keys that only read may compose` : rule
}

/**
 * Deletes an empty account; its last member may be who deletes it. Anything created in it at the same time waits for the
 * lock and then finds no account. Its deleted storybooks go with it; their archives are unreferenced then and swept.
 */
export async function deleteAccount(
  db: Database,
  actor: Actor,
  { id }: Pick<MemberAccount, 'id'>,
  lastMemberId?: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, id)
    if (!account) throw new Problem('not_found')
    const counts = await countContents(trx, id, lastMemberId)
    const contents = describeContents(counts, lastMemberId === undefined ? 'member' : 'other member')
    if (contents) {
      throw new Problem('account_not_empty', { detail: `The account still has ${contents}.` })
    }
    await record(trx, actor, { action: 'account.deleted', subject: account.name, accountId: id })
    await deleteAccountRow(trx, id)
  })
}

/** "2 storybooks, 3 other members and 1 active subscription"; empty if there are none. */
function describeContents(contents: AccountContents, member: string): string {
  const parts = [
    formatCount(contents.storybooks, 'storybook'),
    formatCount(contents.members, member),
    formatCount(contents.activeSubscriptions, 'active subscription'),
    formatCount(contents.suspendedSubscriptions, 'suspended subscription'),
  ].filter((part) => part !== '')
  const last = parts.pop() ?? ''
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}

const formatCount = (count: number, noun: string) =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`
