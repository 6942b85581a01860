import {
  emptyTrash,
  purgeStorybook,
  purgeVersion,
  restoreStorybook,
  restoreVersion,
} from '@plinth/contract/trash.ts'
import type { DeletedStorybook, DeletedVersion } from '@plinth/contract/trash.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'

import { call } from '../api.ts'
import { trashQuery } from './queries.ts'

export type TrashItem = DeletedVersion | DeletedStorybook

/** Undefined for a storybook. */
export function useRestore(account: string, { kind, publicId }: TrashItem) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      if (kind === 'version') return call(restoreVersion, { params: { account, version: publicId } })
      await call(restoreStorybook, { params: { account, storybook: publicId } })
      return undefined
    },
    // On errors too, since it may be gone.
    onSettled: () => refreshAfterRestore(queryClient, account),
  })
}

export function usePurge(account: string, { kind, publicId }: TrashItem, onPurged: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      kind === 'version'
        ? call(purgeVersion, { params: { account, version: publicId } })
        : call(purgeStorybook, { params: { account, storybook: publicId } }),
    onSuccess: onPurged,
    onSettled: () => void queryClient.invalidateQueries(trashQuery(account)),
  })
}

export function useEmptyTrash(account: string, onEmptied: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      let hasMore = true
      while (hasMore) ({ hasMore } = await call(emptyTrash, { params: { account } }))
    },
    onSuccess: onEmptied,
    onSettled: () => void queryClient.invalidateQueries(trashQuery(account)),
  })
}

/** Refetches everything that shows storybooks or their versions. */
export function refreshAfterRestore(queryClient: QueryClient, account: string) {
  void queryClient.invalidateQueries(trashQuery(account))
  for (const name of ['storybooks', 'storybook', 'versions', 'version'])
    void queryClient.invalidateQueries({ queryKey: [name, account] })
}
