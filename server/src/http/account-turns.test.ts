import { createStorybook, listStorybooks, updateStorybook } from '@plinth/contract/storybooks.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Database } from '../database/connect.ts'
import { aMember, restartPortal, testPortal } from '../testing/test-app.ts'

/** Outside the transaction, which would show the same statistics again and again. */
async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

test('an account whose calls wait for the database leaves connections for others', async () => {
  await restartPortal({ PLINTH_DATABASE_POOL: '4' })
  const { db } = await testPortal()
  const [loud, quiet] = [await aMember(), await aMember()]
  const params = { account: loud.account.publicId }
  const { publicId } = await loud.call(createStorybook, { params, body: { title: 'Locked' } })
  const changing = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('storybooks').select('id').where('public_id', '=', publicId).forUpdate().execute()
    const changes = Array.from({ length: 12 }, (_, i) =>
      loud.call(updateStorybook, {
        params: { ...params, storybook: publicId },
        body: { title: `Change ${i}` },
      }),
    )
    // Both that the account may use; the other two are this transaction's and left for others.
    await expect.poll(() => countWaiting(db)).toBe(2)
    const quietParams = { account: quiet.account.publicId }
    expect(await quiet.call(listStorybooks, { params: quietParams })).toEqual([])
    return changes
  })
  await Promise.all(changing)
})
