import { createApiKey, deleteApiKey, deleteApiKeysOfCreator } from '@plinth/contract/api-keys.ts'
import type { ApiKeyCreator, ApiKeyDraft } from '@plinth/contract/api-keys.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '../api.ts'
import { creatorId } from './describe-key.ts'
import { apiKeysQuery } from './queries.ts'

export function useCreateApiKey(account: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ApiKeyDraft) => call(createApiKey, { params: { account }, body }),
    onSuccess: () => void queryClient.invalidateQueries(apiKeysQuery(account)),
    // The response has the key itself, so it must not stay cached after the dialog closes.
    gcTime: 0,
  })
}

export function useDeleteApiKey(account: string, id: number, onDeleted: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteApiKey, { params: { account, id } }),
    onSuccess: () => {
      queryClient.setQueryData(apiKeysQuery(account).queryKey, (list) =>
        list?.filter((shown) => shown.id !== id),
      )
      onDeleted()
    },
    onSettled: () => void queryClient.invalidateQueries(apiKeysQuery(account)),
  })
}

export function useDeleteApiKeysOfCreator(account: string, creator: ApiKeyCreator, onDeleted: () => void) {
  const { oid, microsoftTenantId: tenant } = creator
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteApiKeysOfCreator, { params: { account, oid }, query: { tenant } }),
    onSuccess: () => {
      queryClient.setQueryData(apiKeysQuery(account).queryKey, (list) =>
        list?.filter(({ createdBy }) => !createdBy || creatorId(createdBy) !== creatorId(creator)),
      )
      onDeleted()
    },
    onSettled: () => void queryClient.invalidateQueries(apiKeysQuery(account)),
  })
}
