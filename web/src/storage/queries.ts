import { getStorage, getStorageByStorybook } from '@plinth/contract/storage.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

export const storageQuery = (account: string) =>
  queryOptions({
    queryKey: ['storage', account],
    queryFn: ({ signal }) => call(getStorage, { params: { account }, signal }),
    // Changes with every upload, also of other users.
    staleTime: 0,
  })

export const storageByStorybookQuery = (account: string) =>
  queryOptions({
    queryKey: ['storage', account, 'storybooks'],
    queryFn: ({ signal }) => call(getStorageByStorybook, { params: { account }, signal }),
    staleTime: 0,
  })
