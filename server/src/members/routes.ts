import { listMembers } from '@plinth/contract/members.ts'
import type { FastifyInstance } from 'fastify'

import { route } from '../route.ts'
import type { Services } from '../services.ts'
import { listMembersOfAccount } from './store.ts'

export function memberRoutes(app: FastifyInstance, { db }: Pick<Services, 'db'>) {
  route(app, listMembers, async ({ account }) => {
    const rows = await listMembersOfAccount(db, account.id)
    return rows.map((row) => ({
      oid: row.object_id,
      displayName: row.display_name,
      email: row.email,
      microsoftTenantId: row.tenant_id,
      lastLogin: row.last_login_at?.toISOString() ?? null,
      role: row.role,
      status: row.status,
    }))
  })
}
