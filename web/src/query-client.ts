import { ApiError, RequestAborted } from '@plinth/contract/client.ts'
import { QueryClient } from '@tanstack/react-query'

import { SignInError } from './sign-in/session.ts'

/** Trying again helps against a passing fault; an answer that was a clear no stays one. */
export function isTransient(error: Error): boolean {
  if (error instanceof SignInError || error instanceof RequestAborted) return false
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A portal on this machine or in this building answers whatever the browser thinks of its connection.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 2 && isTransient(error),
    },
    mutations: { networkMode: 'always' },
  },
})
