import { describeRequestedPage, listAllowedPages, listCompositions } from '@plinth/contract/compositions.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

export const compositionsQuery = (account: string) =>
  queryOptions({
    queryKey: ['compositions', account],
    queryFn: ({ signal }) => call(listCompositions, { params: { account }, signal }),
    // Build tools add to them.
    staleTime: 0,
  })

export const allowedPagesQuery = queryOptions({
  queryKey: ['allowedPages'],
  queryFn: ({ signal }) => call(listAllowedPages, { signal }),
  // People add to them in other windows.
  staleTime: 0,
})

export const requestedPageQuery = (request: string) =>
  queryOptions({
    queryKey: ['requestedPage', request],
    queryFn: ({ signal }) => call(describeRequestedPage, { body: { request }, signal }),
    // The question must not change while it is read.
    staleTime: Infinity,
  })
