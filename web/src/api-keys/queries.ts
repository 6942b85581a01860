import { listApiKeys } from '@plinth/contract/api-keys.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

export const apiKeysQuery = (account: string) =>
  queryOptions({
    queryKey: ['api-keys', account],
    queryFn: ({ signal }) => call(listApiKeys, { params: { account }, signal }),
  })
