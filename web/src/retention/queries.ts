import { getRetention } from '@plinth/contract/retention.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

export const retentionQuery = (account: string) =>
  queryOptions({
    queryKey: ['retention', account],
    queryFn: ({ signal }) => call(getRetention, { params: { account }, signal }),
  })
