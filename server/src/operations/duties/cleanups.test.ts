import { expect, test } from 'vitest'

import { addCalls } from '../../http/rate-limits/store.ts'
import { testPortal } from '../../testing/test-app.ts'
import { useTicket } from '../../viewer/store.ts'
import { cleanups } from './cleanups.ts'

test('expired tickets and old call counts are deleted; current ones stay', async () => {
  const { db } = await testPortal()
  const now = Math.floor(Date.now() / 1000)
  await useTicket(db, 'expired ticket', now - 60)
  await useTicket(db, 'valid ticket', now + 60)
  const minute = Math.floor(now / 60)
  await addCalls(db, 'cleaned up', minute - 10, 1)
  await addCalls(db, 'cleaned up', minute, 1)

  for (const { run } of cleanups) await run(db)

  const tickets = db.selectFrom('used_viewer_tickets').select('id').where('id', 'like', '% ticket')
  expect(await tickets.execute()).toEqual([{ id: 'valid ticket' }])
  const counts = db.selectFrom('call_counts').select('minute').where('name', '=', 'cleaned up')
  expect(await counts.execute()).toEqual([{ minute }])
})
