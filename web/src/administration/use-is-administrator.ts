import { useQuery } from '@tanstack/react-query'

import { whoamiQuery } from './queries.ts'

/** Whether to offer what only a platform administrator may use. Until that is known, it is not offered. */
export const useIsAdministrator = (): boolean => useQuery(whoamiQuery).data?.isAdministrator ?? false
