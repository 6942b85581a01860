import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { openingQuery } from './viewer-session.ts'

test.each([
  ['account', '', 'storybook', undefined, 'No active account'],
  ['storybook', 'account', '', undefined, 'No storybook ID provided'],
  ['version', 'account', 'storybook', '', 'No version ID available'],
])('nothing is asked for without the id of the %s', async (_, account, storybook, version, says) => {
  const opening = new QueryClient().fetchQuery(openingQuery(account, storybook, version))
  await expect(opening).rejects.toMatchObject({ message: says })
})
