import { sql } from 'kysely'

import type { Database } from './connect.ts'

export interface StoredKey<K> {
  generation: number
  value: K
  signsFrom: Date
  /** Null for the newest. */
  acceptedUntil: Date | null
}

/** Newest first. */
export async function listSigningKeys<K>(db: Database, name: string): Promise<StoredKey<K>[]> {
  const rows = await db
    .selectFrom('signing_keys')
    .select(['generation', 'value', 'signs_from as signsFrom', 'accepted_until as acceptedUntil'])
    .where('name', '=', name)
    .orderBy('generation', 'desc')
    .execute()
  return rows as StoredKey<K>[]
}

/** If several instances start together, the first one to insert it wins. */
export async function insertFirstSigningKey(db: Database, name: string, value: unknown): Promise<void> {
  await db
    .insertInto('signing_keys')
    .values({ name, generation: 1, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Until the transaction ends: one rotation after the other, while portals go on reading. */
export async function lockSigningKeys(trx: Database): Promise<void> {
  await sql`LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
}

export async function insertSigningKey(
  trx: Database,
  key: { name: string; generation: number; value: unknown; inSeconds: number },
): Promise<Date> {
  const { signs_from: signsFrom } = await trx
    .insertInto('signing_keys')
    .values({
      name: key.name,
      generation: key.generation,
      value: JSON.stringify(key.value),
      signs_from: sql<Date>`now() + ${key.inSeconds} * interval '1 second'`,
    })
    .returning('signs_from')
    .executeTakeFirstOrThrow()
  return signsFrom
}

/** Those before this generation, if their end is not set yet. */
export async function expireSigningKeys(
  trx: Database,
  { name, before, at }: { name: string; before: number; at: Date },
): Promise<void> {
  await trx
    .updateTable('signing_keys')
    .set({ accepted_until: at })
    .where('name', '=', name)
    .where('generation', '<', before)
    .where('accepted_until', 'is', null)
    .execute()
}

/** Those before this generation. */
export async function deleteSigningKeys(
  trx: Database,
  { name, before }: { name: string; before: number },
): Promise<void> {
  await trx.deleteFrom('signing_keys').where('name', '=', name).where('generation', '<', before).execute()
}

export async function deleteExpiredSigningKeys(db: Database): Promise<void> {
  await db
    .deleteFrom('signing_keys')
    .where('accepted_until', '<', sql<Date>`now()`)
    .execute()
}
