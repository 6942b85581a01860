import { rolesThatCan } from '@plinth/contract/roles.ts'

import type { Database } from '../../database/connect.ts'
import { inTitleOrder } from '../../database/title-order.ts'
import { withTrashBytes, withStoredBytes } from '../storage/store.ts'

const ownerRoles = rolesThatCan('manageOwners')

/** Accounts with how much is in them. */
function administeredAccounts(db: Database) {
  return withTrashBytes(withStoredBytes(db.selectFrom('accounts')))
    .select([
      'accounts.public_id',
      'accounts.name',
      'accounts.microsoft_tenant_id',
      'accounts.storage_limit_bytes',
      'accounts.created_at',
    ])
    .select((select) => [
      select
        .selectFrom('memberships')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('memberships.account_id', '=', 'accounts.id')
        .$asScalar()
        .$notNull()
        .as('user_count'),
      select
        .selectFrom('storybooks')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('storybooks.account_id', '=', 'accounts.id')
        .where('storybooks.deleted_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('storybook_count'),
      select
        .exists(
          select
            .selectFrom('memberships')
            .whereRef('memberships.account_id', '=', 'accounts.id')
            .where('memberships.role', 'in', ownerRoles)
            .where('memberships.status', '=', 'active'),
        )
        .$castTo<boolean>()
        .as('has_owner'),
      select
        .selectFrom('invitations')
        .select('invitations.email')
        .whereRef('invitations.account_id', '=', 'accounts.id')
        .where('invitations.role', 'in', ownerRoles)
        .where('invitations.used_at', 'is', null)
        .where('invitations.deleted_at', 'is', null)
        .orderBy('invitations.id', 'desc')
        .limit(1)
        .$asScalar()
        .as('invited_owner'),
    ])
}

export type AdministeredRow = Awaited<ReturnType<typeof listAllAccounts>>[number]

/** Ordered by name. `search` is any part of the name, or a whole public or tenant id. */
export async function listAllAccounts(db: Database, limit: number, search?: string) {
  let accounts = administeredAccounts(db)
  if (search) {
    const text = search.toLowerCase()
    accounts = accounts.where((where) =>
      where.or([
        where(where.fn('strpos', [where.fn('lower', ['accounts.name']), where.val(text)]), '>', 0),
        where('accounts.public_id', '=', text),
        where(where.cast<string>('accounts.microsoft_tenant_id', 'text'), '=', text),
      ]),
    )
  }
  return accounts.orderBy(inTitleOrder('accounts.name')).orderBy('accounts.id').limit(limit).execute()
}

export async function findAccountId(db: Database, publicId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirst()
  return row?.id
}

export async function findAdministeredAccount(db: Database, accountId: number) {
  return administeredAccounts(db).where('accounts.id', '=', accountId).executeTakeFirstOrThrow()
}
