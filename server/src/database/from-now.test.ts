import { createApiKey } from '@plinth/contract/api-keys.ts'
import { createInvitation } from '@plinth/contract/invitations.ts'
import { createShareLink } from '@plinth/contract/share-links.ts'
import { expect, onTestFinished, test, vi } from 'vitest'

import { aSharingAccount } from '../testing/sharing.ts'
import { callAs } from '../testing/test-app.ts'

const day = 24 * 60 * 60 * 1000

test.each([-40, 40])('a clock that is wrong by %i days changes no expiry', async (days) => {
  const { owner, params, version } = await aSharingAccount()
  const before = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: before + days * day })
  onTestFinished(() => void vi.useRealTimers())
  const call = await callAs(owner.person)
  const created = [
    await call(createInvitation, { params, body: { email: 'new@invited.example', displayName: 'New' } }),
    await call(createApiKey, { params, body: { name: 'Pipeline' } }),
    await call(createShareLink, { params, body: { version, days: 7 } }),
  ]
  const lasts = created.map(({ expiresAt }) => Math.round((Date.parse(expiresAt) - before) / day))
  expect(lasts).toEqual([7, 365, 7])
})
