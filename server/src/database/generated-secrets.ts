import type { Database } from './connect.ts'

/** A secret the portal generates once. If several instances start together, the first one to insert it wins. */
export async function loadOrCreateSecret<T>(
  db: Database,
  name: string,
  create: () => Promise<T> | T,
): Promise<T> {
  const existing = await findSecret<T>(db, name)
  if (existing) return existing
  const created = await create()
  await db
    .insertInto('generated_secrets')
    .values({ name, value: JSON.stringify(created) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findSecret<T>(db, name)) ?? created
}

async function findSecret<T>(db: Database, name: string): Promise<T | undefined> {
  const row = await db
    .selectFrom('generated_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value as T | undefined
}
