import { getWhoami } from '@plinth/contract/whoami.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'

import { call } from '../api.ts'

/** Who the server says is signed in. Fetched once per page load. */
export const whoamiQuery = queryOptions({
  queryKey: ['whoami'],
  queryFn: ({ signal }) => call(getWhoami, { signal }),
  staleTime: Infinity,
})

/** Whether to show the administration area; false until it is known. */
export const useIsAdministrator = (): boolean => useQuery(whoamiQuery).data?.isAdministrator ?? false
