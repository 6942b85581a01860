import { maxResultsPerPage, maxSearchOffset, search } from '@plinth/contract/search.ts'
import type { ResultKind } from '@plinth/contract/search.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

/** How long to wait for the next keystroke. */
export const debounceMs = 120

/** Shorter queries find nothing. */
const minLength = 2

export const isSearchable = (q: string) => q.trim().length >= minLength

/** As many as fit into the palette. */
const paletteSize = 12

export const paletteQuery = (account: string, q: string) =>
  queryOptions({
    queryKey: ['search', account, q, 'palette'],
    queryFn: ({ signal }) => call(search, { params: { account }, query: { q, limit: paletteSize }, signal }),
    enabled: isSearchable(q),
    // The previous results stay until the next ones are there, so that the list does not flicker.
    placeholderData: keepPreviousData,
    // Whoever types does not wait for a retry.
    retry: false,
  })

export interface SearchFilters {
  kind?: ResultKind | undefined
  storybook?: string | undefined
  tag?: string | undefined
}

export const resultsQuery = (account: string, q: string, filters: SearchFilters) =>
  infiniteQueryOptions({
    queryKey: ['search', account, q, filters],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      call(search, {
        params: { account },
        query: { q, ...filters, limit: maxResultsPerPage, offset },
        signal,
      }),
    enabled: isSearchable(q),
    getNextPageParam: ({ hasMore }, pages) => {
      const offset = pages.length * maxResultsPerPage
      return hasMore && offset <= maxSearchOffset ? offset : undefined
    },
    placeholderData: keepPreviousData,
  })
