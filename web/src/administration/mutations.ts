import { createAccount } from '@plinth/contract/administration.ts'
import type { Input } from '@plinth/contract/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { accountsQuery } from '../accounts/queries.ts'
import { call } from '../api.ts'

export function useCreateAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Input<typeof createAccount>['body']) => call(createAccount, { body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['administration', 'accounts'] })
      void queryClient.invalidateQueries(accountsQuery)
    },
    // The response has the invitation code, so it must not stay cached after the dialog closes.
    gcTime: 0,
  })
}
