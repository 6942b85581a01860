import { previewRetention, setRetention, undoRetention } from '@plinth/contract/retention.ts'
import type { RetentionDraft } from '@plinth/contract/retention.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '../api.ts'
import { refreshAfterRestore } from '../trash/mutations.ts'
import { retentionQuery } from './queries.ts'

export function usePreviewRetention(account: string) {
  return useMutation({
    mutationFn: (body: RetentionDraft) => call(previewRetention, { params: { account }, body }),
  })
}

export function useSetRetention(account: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RetentionDraft) => call(setRetention, { params: { account }, body }),
    onSuccess: (saved) => queryClient.setQueryData(retentionQuery(account).queryKey, saved),
  })
}

/** Returns how many versions were restored. */
export function useUndoRetention(account: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      let restored = 0
      let hasMore = true
      while (hasMore) {
        const batch = await call(undoRetention, { params: { account } })
        restored += batch.versions
        ;({ hasMore } = batch)
      }
      return restored
    },
    onSettled: () => refreshAfterRestore(queryClient, account),
  })
}
