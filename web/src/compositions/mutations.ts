import { allowPage, revokeAllowedPage, revokeComposition } from '@plinth/contract/compositions.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '../api.ts'
import { allowedPagesQuery, compositionsQuery } from './queries.ts'

export function useAllowPage(request: string, onAllowed: () => void) {
  return useMutation({
    mutationFn: () => call(allowPage, { body: { request } }),
    onSuccess: onAllowed,
  })
}

export function useRevokeAllowedPage(id: number, onRevoked: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(revokeAllowedPage, { params: { id } }),
    onSuccess: () => {
      queryClient.setQueryData(allowedPagesQuery.queryKey, (list) => list?.filter((shown) => shown.id !== id))
      onRevoked()
    },
    onSettled: () => void queryClient.invalidateQueries(allowedPagesQuery),
  })
}

export function useRevokeComposition(account: string, id: number, onRevoked: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(revokeComposition, { params: { account, id } }),
    onSuccess: () => {
      queryClient.setQueryData(compositionsQuery(account).queryKey, (list) =>
        list?.filter((shown) => shown.id !== id),
      )
      onRevoked()
    },
    onSettled: () => void queryClient.invalidateQueries(compositionsQuery(account)),
  })
}
