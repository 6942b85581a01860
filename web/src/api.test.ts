import { listAccounts } from '@plinth/contract/accounts.ts'
import { expect, test, vi } from 'vitest'

import { call } from './api.ts'

test('a call that needs a session is not sent without one', async () => {
  const send = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', send)
  await expect(call(listAccounts)).rejects.toMatchObject({ message: 'No active account' })
  expect(send).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
