import { createInvitation, deleteInvitation, renewInvitation } from '@plinth/contract/invitations.ts'
import type { InvitationDraft } from '@plinth/contract/invitations.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '../api.ts'
import { invitationsQuery } from './queries.ts'

export function useCreateInvitation(account: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: InvitationDraft) => call(createInvitation, { params: { account }, body }),
    onSuccess: () => void queryClient.invalidateQueries(invitationsQuery(account)),
    // The response has the whole code, so it must not stay cached after the dialog closes.
    gcTime: 0,
  })
}

export function useRenewInvitation(account: string, id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(renewInvitation, { params: { account, id } }),
    // On errors too, since the invitation may have been used meanwhile.
    onSettled: () => void queryClient.invalidateQueries(invitationsQuery(account)),
    gcTime: 0,
  })
}

export function useDeleteInvitation(account: string, id: number, onDeleted: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteInvitation, { params: { account, id } }),
    onSuccess: () => {
      queryClient.setQueryData(invitationsQuery(account).queryKey, (list) =>
        list?.filter((shown) => shown.id !== id),
      )
      onDeleted()
    },
    // On errors too, since the invitation may have been used meanwhile.
    onSettled: () => void queryClient.invalidateQueries(invitationsQuery(account)),
  })
}
