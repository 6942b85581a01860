import { sql } from 'kysely'

import type { Database } from './connect.ts'

export async function ensureDuty(db: Database, name: string): Promise<void> {
  await db
    .insertInto('duties')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Locks a duty for this transaction; false if another instance has it, or did it less than `every` milliseconds ago. */
export async function takeDuty(trx: Database, name: string, every: number): Promise<boolean> {
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
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}

/** Locks a duty for this transaction, waiting if another instance has it. */
export async function lockDuty(trx: Database, name: string): Promise<void> {
  await trx.selectFrom('duties').select('name').where('name', '=', name).forUpdate().execute()
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
