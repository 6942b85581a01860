import { sql } from 'kysely'

import type { Database } from '../database/connect.ts'
import type { Identity } from './token-verifier.ts'

export interface User {
  id: number
  tenantId: string
  objectId: string
  displayName: string
  email: string
  /** App roles of the access token. */
  roles: string[]
}

/** Name, e-mail address and `last_login_at` are updated at most this often. */
const refreshAfter = '5 minutes'

/** The user of an identity: created at the first sign-in, updated at later ones. */
export async function signInUser(db: Database, identity: Identity): Promise<User> {
  const known = await db
    .selectFrom('users')
    .select(['id', sql<boolean>`last_login_at > now() - ${refreshAfter}::interval`.as('is_fresh')])
    .where('tenant_id', '=', identity.tenantId)
    .where('object_id', '=', identity.objectId)
    .executeTakeFirst()
  const id = known?.is_fresh ? known.id : await upsertUser(db, identity)
  return { id, ...identity }
}

async function upsertUser(
  db: Database,
  { tenantId, objectId, displayName, email }: Identity,
): Promise<number> {
  const row = await db
    .insertInto('users')
    .values({
      tenant_id: tenantId,
      object_id: objectId,
      display_name: displayName,
      email,
      last_login_at: sql`now()`,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'object_id']).doUpdateSet((excluded) => ({
        display_name: excluded.ref('excluded.display_name'),
        email: excluded.ref('excluded.email'),
        last_login_at: excluded.ref('excluded.last_login_at'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** The id of this person's user, who is created if needed and otherwise unchanged. */
export async function ensureUser(db: Database, person: Omit<Identity, 'roles'>): Promise<number> {
  const row = await db
    .insertInto('users')
    .values({
      tenant_id: person.tenantId,
      object_id: person.objectId,
      display_name: person.displayName,
      email: person.email,
    })
    // Changes nothing, but returns the existing row.
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'object_id'])
        .doUpdateSet((existing) => ({ tenant_id: existing.ref('users.tenant_id') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
