import { QueryClient } from '@tanstack/react-query'
import { beforeAll, expect, test } from 'vitest'

import { loadFurtherTexts } from '../texts/texts.ts'
import { openedVersionQuery } from './viewer-session.ts'

beforeAll(loadFurtherTexts)

test.each([
  ['account', '', 'storybook', undefined, 'No active account'],
  ['storybook', 'account', '', undefined, 'No storybook ID provided'],
  ['version', 'account', 'storybook', '', 'No version ID available'],
])('fails without the id of the %s', async (_, account, storybook, version, message) => {
  const opened = new QueryClient().fetchQuery(openedVersionQuery(account, storybook, version))
  await expect(opened).rejects.toMatchObject({ message })
})
