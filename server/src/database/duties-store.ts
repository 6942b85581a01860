import { sql } from 'kysely'

import type { Database } from './connect.ts'
import { stayIdle } from './stay-idle.ts'

/** Their first key; the second is made from the duty's name. */
const dutyLocks = 7_015_463

export async function ensureDuty(db: Database, name: string): Promise<void> {
  await db
    .insertInto('duties')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Takes a duty for this transaction; false if another instance has it, or did it less than `every` milliseconds ago. With
 * an advisory lock: while a transaction has locked a row, PostgreSQL removes nothing that is replaced meanwhile, and the
 * row of a storybook is replaced with each version.
 */
export async function takeDuty(trx: Database, name: string, every: number): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`SELECT pg_try_advisory_xact_lock(${dutyLocks}, hashtext(${name})) AS taken`.execute(trx)
  if (rows[0]?.taken !== true) return false
  const row = await trx
    .selectFrom('duties')
    .select('name')
    .where('name', '=', name)
    .where((where) =>
      where.or([
        where('done_at', 'is', null),
        where('done_at', '<=', sql<Date>`clock_timestamp() - ${every} * interval '1 millisecond'`),
      ]),
    )
    .executeTakeFirst()
  await stayIdle(trx)
  // Until the next statement, PostgreSQL keeps what the last one has seen. One without parameters leaves nothing behind.
  await sql`SELECT`.execute(trx)
  return row !== undefined
}

/** Takes a duty for this transaction, waiting if another instance has it. */
export async function lockDuty(trx: Database, name: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${dutyLocks}, hashtext(${name}))`.execute(trx)
}

export async function listDuties(db: Database): Promise<{ name: string; done_at: Date | null }[]> {
  return db.selectFrom('duties').selectAll().execute()
}

/** For work done without locking the duty, such as by a command. */
export async function recordAsDone(db: Database, name: string): Promise<void> {
  await ensureDuty(db, name)
  await updateAsDone(db, name)
}

export async function updateAsDone(trx: Database, name: string): Promise<void> {
  await trx
    .updateTable('duties')
    .set({ done_at: sql`clock_timestamp()` })
    .where('name', '=', name)
    .execute()
}
