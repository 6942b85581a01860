import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import type { Config } from '../../settings/config.ts'
import { insertAccount } from '../accounts/store.ts'
import { record } from '../audit/store.ts'
import { invite } from '../invitations/invite.ts'
import { findAdministeredAccount } from './store.ts'

interface NewAccount {
  name: string
  microsoftTenantId?: string | null | undefined
  ownerEmail?: string | null | undefined
}

/** Creates an account without a purchase and, if an address is given, an invitation for its Owner. */
export async function createAccount(
  { db, config }: { db: Database; config: Config },
  actor: Actor,
  { name, microsoftTenantId, ownerEmail }: NewAccount,
) {
  return db.transaction().execute(async (trx) => {
    const { id } = await insertAccount(trx, name, microsoftTenantId?.toLowerCase() ?? null)
    await record(trx, actor, { action: 'account.created', subject: name, accountId: id })
    const owner = { email: ownerEmail ?? '', displayName: ownerEmail ?? '', role: 'Owner' as const }
    const invitation = ownerEmail ? await invite({ db: trx, config }, actor, id, owner) : undefined
    return { account: await findAdministeredAccount(trx, id), invitation }
  })
}
