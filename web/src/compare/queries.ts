import { compareVersions } from '@plinth/contract/compare.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'
import { readingPollMs } from '../contents/queries.ts'

interface Range {
  from: string | undefined
  to: string | undefined
}

export const comparisonQuery = (account: string, storybook: string, range: Range) =>
  queryOptions({
    queryKey: ['comparison', account, storybook, range],
    queryFn: ({ signal }) => call(compareVersions, { params: { account, storybook }, query: range, signal }),
    refetchInterval: ({ state: { data } }) => data?.state === 'reading' && readingPollMs,
    // Two versions stay as they are.
    staleTime: 600_000,
  })
