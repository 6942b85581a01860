import { rolesThatCan } from '@plinth/contract/roles.ts'
import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'

import type { Database } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'

interface NewConnection {
  accountId: number
  userId: number
  clientId: string
  clientName: string | null
  clientHost: string | null
  redirectHost: string | null
  grantId: string
}

export async function countConnectedAgents(db: Database, userId: number): Promise<number> {
  const { agents } = await db
    .selectFrom('connected_agents')
    .select((select) => select.fn.countAll<number>().as('agents'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return agents
}

export async function insertConnectedAgent(db: Database, connection: NewConnection): Promise<void> {
  await db
    .insertInto('connected_agents')
    .values({
      account_id: connection.accountId,
      user_id: connection.userId,
      client_id: connection.clientId,
      client_name: connection.clientName,
      client_host: connection.clientHost,
      redirect_host: connection.redirectHost,
      grant_id: connection.grantId,
    })
    .execute()
}

/** The connection of a grant, with the person and the account; undefined unless they may view it now. */
export async function findConnection(db: Database, grantId: string) {
  return db
    .selectFrom('connected_agents')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.account_id', '=', 'connected_agents.account_id')
        .onRef('memberships.user_id', '=', 'connected_agents.user_id'),
    )
    .innerJoin('accounts', 'accounts.id', 'connected_agents.account_id')
    .innerJoin('users', 'users.id', 'connected_agents.user_id')
    .select([
      'connected_agents.id',
      'connected_agents.created_at as createdAt',
      'connected_agents.client_id as clientId',
      'connected_agents.client_name as clientName',
      'connected_agents.client_host as clientHost',
      'connected_agents.redirect_host as redirectHost',
      'accounts.id as accountId',
      'accounts.public_id as accountPublicId',
      'users.id as userId',
      'users.tenant_id as tenantId',
      'users.object_id as objectId',
      'users.display_name as displayName',
      'users.email',
      sql<boolean>`coalesce(last_used_at > now() - interval '1 minute', false)`.as('isFresh'),
    ])
    .where('connected_agents.grant_id', '=', grantId)
    .where('memberships.status', '=', 'active')
    .where('memberships.role', 'in', rolesThatCan('view'))
    .executeTakeFirst()
}

export async function updateLastUsed(db: Database, id: number): Promise<void> {
  await db
    .updateTable('connected_agents')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export type ConnectedAgentRow = Awaited<ReturnType<typeof listConnectedAgents>>[number]

export async function listConnectedAgents(db: Database, userId: number) {
  return db
    .selectFrom('connected_agents')
    .innerJoin('accounts', 'accounts.id', 'connected_agents.account_id')
    .select([
      'connected_agents.id',
      'connected_agents.client_name',
      'connected_agents.client_host',
      'connected_agents.redirect_host',
      'connected_agents.created_at',
      'connected_agents.last_used_at',
      'accounts.name as account_name',
    ])
    .where('connected_agents.user_id', '=', userId)
    .where(hasWorkingRecord)
    .orderBy('connected_agents.id', 'desc')
    .execute()
}

export async function deleteConnectedAgent(db: Database, userId: number, id: number) {
  return db
    .deleteFrom('connected_agents')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['account_id', 'client_name', 'client_host', 'redirect_host', 'grant_id'])
    .executeTakeFirst()
}

export async function deleteConnection(db: Database, grantId: string): Promise<void> {
  await db.deleteFrom('connected_agents').where('grant_id', '=', grantId).execute()
}

/** Codes and tokens of a grant. */
export async function deleteRecordsOfGrant(db: Database, grantId: string): Promise<void> {
  await db.deleteFrom('identity_records').where('grant_id', '=', grantId).execute()
}

/** Connections without a code or token that still works: never completed, or unused for long. */
export async function deleteEndedConnections(db: Database): Promise<void> {
  await db
    .deleteFrom('connected_agents')
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .where((where) => where.not(hasWorkingRecord(where)))
    .execute()
}

/** Whether there is a code or token of the connection's grant that has not expired. */
const hasWorkingRecord = (where: ExpressionBuilder<Tables, 'connected_agents'>) =>
  where.exists(
    where
      .selectFrom('identity_records')
      .select('identity_records.id')
      .whereRef('identity_records.grant_id', '=', 'connected_agents.grant_id')
      .where('identity_records.expires_at', '>', sql<Date>`now()`),
  )
