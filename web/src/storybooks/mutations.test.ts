import type { ListedStorybook } from '@plinth/contract/storybooks.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { showStorybook } from './mutations.ts'
import { storybooksQuery } from './queries.ts'

const storybook = (publicId: string, title: string): ListedStorybook => ({
  publicId,
  title,
  description: null,
  folder: null,
  mainBranch: null,
  requiresReview: false,
  lastUpdated: null,
  versionCount: 0,
  icon: null,
  latest: null,
  mainComponents: [],
  isFavourite: false,
  viewedAt: null,
  newVersions: null,
  newChanges: null,
})

test('an updated storybook stays in place until the list is fetched again, and a new one is added at the end', async () => {
  const queryClient = new QueryClient()
  const { queryKey } = storybooksQuery('account')
  const list = [storybook('b', 'Banana'), storybook('z', 'zebra'), storybook('a', 'apple')]
  queryClient.setQueryData(queryKey, list)
  await showStorybook(queryClient, 'account', { ...storybook('z', 'zebra'), versionCount: 1 })
  expect(queryClient.getQueryData(queryKey)?.map(({ title, versionCount }) => [title, versionCount])).toEqual(
    [
      ['Banana', 0],
      ['zebra', 1],
      ['apple', 0],
    ],
  )
  await showStorybook(queryClient, 'account', storybook('c', 'Aardvark'))
  expect(queryClient.getQueryData(queryKey)?.at(-1)?.title).toBe('Aardvark')
})
