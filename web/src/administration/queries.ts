import { listAllAccounts } from '@plinth/contract/administration.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

/** The search finds the others. */
export const maxListedAccounts = 50

/** Of every search. */
export const allAccountsQueries = { queryKey: ['administration', 'accounts'] }

export const allAccountsQuery = (search: string) =>
  queryOptions({
    queryKey: [...allAccountsQueries.queryKey, search],
    queryFn: ({ signal }) =>
      call(listAllAccounts, {
        // One more than shown, to know whether there are more.
        query: { limit: maxListedAccounts + 1, ...(search === '' ? {} : { search }) },
        signal,
      }),
    // Keep the previous results while typing, so that the page does not jump.
    placeholderData: keepPreviousData,
  })
