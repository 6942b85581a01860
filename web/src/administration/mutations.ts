import { createAccount, deleteAnyAccount, inviteOwner } from '@plinth/contract/administration.ts'
import type { Input } from '@plinth/contract/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { accountsQuery } from '../accounts/queries.ts'
import { call } from '../api.ts'
import { allAccountsQueries } from './queries.ts'

export function useCreateAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Input<typeof createAccount>['body']) => call(createAccount, { body }),
    onSuccess: () => {
      void queryClient.invalidateQueries(allAccountsQueries)
      void queryClient.invalidateQueries(accountsQuery)
    },
    // The response has the invitation code, so it must not stay cached after the dialog closes.
    gcTime: 0,
  })
}

export function useInviteOwner(account: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => call(inviteOwner, { params: { account }, body: { email } }),
    // On errors too, since the account may have an Owner now.
    onSettled: () => void queryClient.invalidateQueries(allAccountsQueries),
    gcTime: 0,
  })
}

export function useDeleteAnyAccount(account: string, onDeleted: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteAnyAccount, { params: { account } }),
    onSuccess: () => {
      onDeleted()
      void queryClient.invalidateQueries(accountsQuery)
    },
    onSettled: () => void queryClient.invalidateQueries(allAccountsQueries),
  })
}
