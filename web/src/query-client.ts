import { ApiError, RequestAborted } from '@plinth/contract/client.ts'
import { QueryClient } from '@tanstack/react-query'

import { reachable } from './connection.ts'
import { SignInError } from './sign-in/session.ts'

/** Whether a retry may succeed. A refusal stays a refusal. */
export function isTransient(error: Error): boolean {
  if (error instanceof SignInError || error instanceof RequestAborted) return false
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A local portal is reachable even if the browser considers itself offline.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 2 && isTransient(error),
    },
    mutations: { networkMode: 'always' },
  },
})

// What could not be fetched, or may have changed meanwhile.
reachable.subscribe(() => {
  if (reachable.read()) void queryClient.refetchQueries({ type: 'active', stale: true })
})
