import { listMarketplace } from '@plinth/contract/marketplace.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

export const marketplaceQuery = queryOptions({
  queryKey: ['marketplace'],
  queryFn: ({ signal }) => call(listMarketplace, { signal }),
})
