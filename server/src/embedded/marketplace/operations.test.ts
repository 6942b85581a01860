import { expect, test } from 'vitest'

import { aPurchase } from '../../testing/purchases.ts'
import { aPerson, testPortal } from '../../testing/test-app.ts'
import { activate } from './operations.ts'

test.each([{ toString: 1 }, [3], null, true, 'three'])(
  'a subscription is not activated with %j seats',
  async (quantity) => {
    const { db } = await testPortal()
    const { id } = await aPurchase(await aPerson(), { seats: 3 })
    await expect(activate(db, id, { planId: 'team', quantity })).rejects.toThrow(
      'Another plan or quantity was bought.',
    )
    await activate(db, id, { planId: 'team', quantity: '3' })
  },
)
