import { can } from '@plinth/contract/roles.ts'
import type { Action } from '@plinth/contract/roles.ts'
import type { Params } from 'react-router'

import { accountsQuery } from './accounts/queries.ts'
import { apiKeysQuery } from './api-keys/queries.ts'
import { invitationsQuery } from './invitations/queries.ts'
import { membersQuery } from './members/queries.ts'
import { queryClient } from './query-client.ts'
import { prefetchStorybooks } from './storybooks/arranged-code.ts'
import { storybooksQuery } from './storybooks/queries.ts'
import { subscriptionsQuery } from './subscriptions/queries.ts'

/** What a route's `handle` can name for prefetching. */
const queries = {
  accounts: () => queryClient.prefetchQuery(accountsQuery),
  apiKeys: (account: string) =>
    ifAllowed(account, 'manageApiKeys', () => queryClient.prefetchQuery(apiKeysQuery(account))),
  invitations: (account: string) =>
    ifAllowed(account, 'manageInvitations', () => queryClient.prefetchQuery(invitationsQuery(account))),
  members: (account: string) => queryClient.prefetchQuery(membersQuery(account)),
  storybooks: (account: string) => queryClient.prefetchQuery(storybooksQuery(account)),
  storybooksPage: prefetchStorybooks,
  subscriptions: (account: string) => queryClient.prefetchQuery(subscriptionsQuery(account)),
  // Its code comes with the page. If this fails, the page tries again and reports the error.
  versionsPage: (account: string, storybook: string) =>
    import('./versions/queries.ts').then(
      ({ prefetchVersions }) => prefetchVersions(account, storybook),
      () => {},
    ),
}

/** Prefetches for members whose role allows it, once that is known; everybody else would be refused. Not waited for. */
async function ifAllowed(account: string, action: Action, start: () => Promise<void>) {
  const accounts = await queryClient.ensureQueryData(accountsQuery).catch(() => [])
  const role = accounts.find(({ publicId }) => publicId === account)?.role
  if (role && can(role, action)) void start()
}

/** For the `handle` of a route: the queries its page will need. */
export const prefetch = (...names: (keyof typeof queries)[]) => ({ prefetch: names })

interface Match {
  route: { handle?: unknown }
  params: Params
}

/** Starts the queries of the opened page while its code is still loading. Settles when all are answered. */
export async function prefetchQueries(matches: readonly Match[]): Promise<void> {
  const started = matches.flatMap(({ route, params }) => {
    const { prefetch: names = [] } = (route.handle ?? {}) as Partial<ReturnType<typeof prefetch>>
    return names.map((name) => queries[name](params['account'] ?? '', params['storybook'] ?? ''))
  })
  await Promise.all(started)
}
