import { getWhoami } from '@plinth/contract/whoami.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'

import { call } from '../api.ts'

/** Whom the server takes me for. Asked once: somebody who is made an administrator loads the page again. */
export const whoamiQuery = queryOptions({
  queryKey: ['whoami'],
  queryFn: ({ signal }) => call(getWhoami, { signal }),
  staleTime: Infinity,
})

/** Whether to offer what only a platform administrator may use. Until that is known, it is not offered. */
export const useIsAdministrator = (): boolean => useQuery(whoamiQuery).data?.isAdministrator ?? false
