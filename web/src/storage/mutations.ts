import { setStorageLimit } from '@plinth/contract/storage.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '../api.ts'
import { storageQuery } from './queries.ts'

export function useSetStorageLimit(account: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (limitBytes: number | null) =>
      call(setStorageLimit, { params: { account }, body: { limitBytes } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['administration', 'accounts'] })
      void queryClient.invalidateQueries(storageQuery(account))
    },
  })
}
