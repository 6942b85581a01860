import { listAllAccounts } from '@plinth/contract/administration.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

/** As many as somebody looks through; the others are searched for. */
export const maxListedAccounts = 50

export const allAccountsQuery = (search: string) =>
  queryOptions({
    queryKey: ['administration', 'accounts', search],
    queryFn: ({ signal }) =>
      call(listAllAccounts, {
        // One more tells whether there are more.
        query: { limit: maxListedAccounts + 1, ...(search === '' ? {} : { search }) },
        signal,
      }),
    // What is shown stays until the new answer is there, so that nothing jumps while somebody types.
    placeholderData: keepPreviousData,
  })
