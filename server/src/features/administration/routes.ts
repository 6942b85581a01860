import * as contract from '@plinth/contract/administration.ts'
import type { AdministeredAccount } from '@plinth/contract/administration.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { route } from '../../http/route.ts'
import type { Config } from '../../settings/config.ts'
import { createAccount } from './create-account.ts'
import { listAllAccounts } from './store.ts'
import type { AdministeredRow } from './store.ts'

export function administrationRoutes(app: FastifyInstance, services: { db: Database; config: Config }) {
  const { db, config } = services
  const { accountStorageBytes } = config.limits
  route(app, contract.listAllAccounts, async ({ query }) => {
    const rows = await listAllAccounts(db, query.limit, query.search?.trim())
    return rows.map((row) => presentAccount(row, accountStorageBytes))
  })

  route(app, contract.createAccount, async ({ body, actor }, reply) => {
    const { account, invitation } = await createAccount(services, actor, body)
    reply.code(201)
    return {
      publicId: account.public_id,
      name: body.name,
      microsoftTenantId: body.microsoftTenantId?.toLowerCase() ?? null,
      isSystemOwner: false,
      createdAt: account.created_at.toISOString(),
      userCount: 0,
      storybookCount: 0,
      storageBytes: 0,
      storageLimitBytes: accountStorageBytes,
      hasOwnStorageLimit: false,
      ownerInvitation: invitation
        ? { invitationCode: invitation.code, expiresAt: invitation.row.expires_at.toISOString() }
        : null,
    }
  })
}

/** An administrator runs the portal and owns none of its accounts. */
function presentAccount(row: AdministeredRow, defaultLimit: number): AdministeredAccount {
  return {
    publicId: row.public_id,
    name: row.name,
    microsoftTenantId: row.microsoft_tenant_id,
    isSystemOwner: false,
    createdAt: row.created_at.toISOString(),
    userCount: row.user_count,
    storybookCount: row.storybook_count,
    storageBytes: Number(row.stored_bytes),
    storageLimitBytes: row.storage_limit_bytes ?? defaultLimit,
    hasOwnStorageLimit: row.storage_limit_bytes !== null,
  }
}
