import type { Params } from 'react-router'

import { accountsQuery } from './accounts/queries.ts'
import { apiKeysQuery } from './api-keys/queries.ts'
import { invitationsQuery } from './invitations/queries.ts'
import { membersQuery } from './members/queries.ts'
import { queryClient } from './query-client.ts'
import { storybooksQuery } from './storybooks/queries.ts'
import { subscriptionsQuery } from './subscriptions/queries.ts'

/** What a route's `handle` can name for prefetching. */
const queries = {
  accounts: () => queryClient.prefetchQuery(accountsQuery),
  apiKeys: (account: string) => queryClient.prefetchQuery(apiKeysQuery(account)),
  invitations: (account: string) => queryClient.prefetchQuery(invitationsQuery(account)),
  members: (account: string) => queryClient.prefetchQuery(membersQuery(account)),
  storybooks: (account: string) => queryClient.prefetchQuery(storybooksQuery(account)),
  subscriptions: (account: string) => queryClient.prefetchQuery(subscriptionsQuery(account)),
}

/** For the `handle` of a route: the queries its page will need. */
export const prefetch = (...names: (keyof typeof queries)[]) => ({ prefetch: names })

interface Match {
  route: { handle?: unknown }
  params: Params
}

/** Starts the queries of the opened page while its code is still loading. */
export function prefetchQueries(matches: readonly Match[]) {
  for (const { route, params } of matches) {
    const { prefetch: names = [] } = (route.handle ?? {}) as Partial<ReturnType<typeof prefetch>>
    for (const name of names) void queries[name](params['account'] ?? '')
  }
}
