import { listAccounts } from '@plinth/contract/accounts.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: ({ signal }) => call(listAccounts, { signal }),
})
