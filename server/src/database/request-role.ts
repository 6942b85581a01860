import { sql } from 'kysely'
import type { Logger } from 'pino'

import type { Database } from './connect.ts'

const requestRole = 'plinth_requests'

/**
 * The role that the queries of requests need for row-level security to apply to them; undefined if it applies anyway.
 * Superusers are exempt from it, so they get a role that has their rights to the tables, but not that exemption.
 */
export async function findRequestRole(db: Database, log: Logger): Promise<string | undefined> {
  const { rows } = await sql<{ rolsuper: boolean; rolbypassrls: boolean }>`
    SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user`.execute(db)
  const role = rows[0]
  if (role?.rolsuper) {
    await createRequestRole(db)
    return requestRole
  }
  if (role?.rolbypassrls) {
    log.warn('row-level security does not apply to the database role, because it has BYPASSRLS')
  }
  return undefined
}

/** Instances that start at the same moment create it once. */
async function createRequestRole(db: Database): Promise<void> {
  await sql
    .raw(`DO $$
    BEGIN
      IF to_regrole('${requestRole}') IS NULL THEN
        CREATE ROLE ${requestRole};
      END IF;
      IF NOT pg_has_role('${requestRole}', current_user, 'USAGE') THEN
        EXECUTE format('GRANT %I TO ${requestRole}', current_user);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      RETURN;
    END $$`)
    .execute(db)
}
