import { listAccounts } from '@plinth/contract/accounts.ts'
import type { FastifyInstance } from 'fastify'

import { route } from '../route.ts'
import type { Services } from '../services.ts'
import { listAccountsOfUser } from './store.ts'

export function accountRoutes(app: FastifyInstance, { db }: Pick<Services, 'db'>) {
  route(app, listAccounts, async ({ user }) => {
    const rows = await listAccountsOfUser(db, user.id)
    return rows.map((row) => ({
      publicId: row.public_id,
      name: row.name,
      microsoftTenantId: row.microsoft_tenant_id,
      isSystemOwner: row.role === 'Owner',
    }))
  })
}
