import { createStorybook, listStorybooks, updateStorybook } from '@plinth/contract/storybooks.ts'
import { expect, test } from 'vitest'

import { aMember, restartPortal, testPortal } from '../testing/test-app.ts'

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
    const quietParams = { account: quiet.account.publicId }
    expect(await quiet.call(listStorybooks, { params: quietParams })).toEqual([])
    return changes
  })
  await Promise.all(changing)
})
