import { listStorybooks } from '@plinth/contract/storybooks.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

export const storybooksQuery = (account: string) =>
  queryOptions({
    queryKey: ['storybooks', account],
    queryFn: ({ signal }) => call(listStorybooks, { params: { account }, signal }),
  })
