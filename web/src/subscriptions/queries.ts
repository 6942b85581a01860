import { listSubscriptions } from '@plinth/contract/subscriptions.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'
import { texts } from '../texts/texts.ts'

export const subscriptionsQuery = (account: string) =>
  queryOptions({
    queryKey: ['subscriptions', account],
    queryFn: async ({ signal }) => {
      if (account === '') throw new Error(texts.accounts.noneSelected)
      return call(listSubscriptions, { params: { account }, signal })
    },
  })
