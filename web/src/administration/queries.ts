import { listAllAccounts } from '@plinth/contract/administration.ts'
import { listMarketplace } from '@plinth/contract/marketplace.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

/** As many as somebody looks through; the others are searched for. */
export const listedAccounts = 50

export const allAccountsQuery = (search: string) =>
  queryOptions({
    queryKey: ['administration', 'accounts', search],
    queryFn: ({ signal }) =>
      call(listAllAccounts, {
        // One more tells whether there are more.
        query: { limit: listedAccounts + 1, ...(search === '' ? {} : { search }) },
        signal,
      }),
    // What is shown stays until the new answer is there, so that nothing jumps while somebody types.
    placeholderData: keepPreviousData,
  })

export const marketplaceQuery = queryOptions({
  queryKey: ['administration', 'marketplace'],
  queryFn: ({ signal }) => call(listMarketplace, { signal }),
})
