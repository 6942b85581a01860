import type { Params } from 'react-router'

import { accountsQuery } from './accounts/queries.ts'
import { apiKeysQuery } from './api-keys/queries.ts'
import { invitationsQuery } from './invitations/queries.ts'
import { membersQuery } from './members/queries.ts'
import { queryClient } from './query-client.ts'
import { storybooksQuery } from './storybooks/queries.ts'
import { subscriptionsQuery } from './subscriptions/queries.ts'

/** What routes ask for, each by its `handle`. */
const asking = {
  accounts: () => queryClient.prefetchQuery(accountsQuery),
  apiKeys: (account: string) => queryClient.prefetchQuery(apiKeysQuery(account)),
  invitations: (account: string) => queryClient.prefetchQuery(invitationsQuery(account)),
  members: (account: string) => queryClient.prefetchQuery(membersQuery(account)),
  storybooks: (account: string) => queryClient.prefetchQuery(storybooksQuery(account)),
  subscriptions: (account: string) => queryClient.prefetchQuery(subscriptionsQuery(account)),
}

/** For the `handle` of a route: its page will ask for these. */
export const prefetch = (...lists: (keyof typeof asking)[]) => ({ prefetch: lists })

interface Match {
  route: { handle?: unknown }
  params: Params
}

/** Asks for what the opened page will need while its code still comes. */
export function prefetchQueries(matches: readonly Match[]) {
  for (const { route, params } of matches) {
    const { prefetch: lists = [] } = (route.handle ?? {}) as Partial<ReturnType<typeof prefetch>>
    for (const list of lists) void asking[list](params['account'] ?? '')
  }
}
