import { setMainBranch } from '@plinth/contract/storybooks.ts'
import { deleteVersion, updateVersion } from '@plinth/contract/versions.ts'
import type { PublishedStorybook } from '@plinth/contract/versions.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'

import { call } from '../api.ts'
import { showError } from '../shell/notices.tsx'
import { showStorybook } from '../storybooks/mutations.ts'
import { proposedMainBranchQuery, storybookQuery, storybooksQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'
import { versionsQuery } from './queries.ts'

export function useDeleteVersion(account: string, storybook: string, version: string, onDeleted: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteVersion, { params: { account, storybook, version } }),
    onSuccess: () => {
      queryClient.setQueryData(versionsQuery(account, storybook).queryKey, (list) =>
        list?.filter(({ publicId }) => publicId !== version),
      )
      onDeleted()
    },
    // On errors too, since another user may have changed the list.
    onSettled: () => refreshStorybook(queryClient, account, storybook),
  })
}

export function useMarkVersion(account: string, storybook: string, version: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { release?: string | null; isPinned?: boolean }) =>
      call(updateVersion, { params: { account, storybook, version }, body }),
    onSettled: () => queryClient.invalidateQueries(versionsQuery(account, storybook)),
  })
}

/** Null chooses none. Either way, nothing is proposed any more. */
export function useSetMainBranch(account: string, storybook: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (mainBranch: string | null) =>
      call(setMainBranch, { params: { account, storybook }, body: { mainBranch } }),
    onSuccess: (updated) => {
      queryClient.setQueryData(proposedMainBranchQuery(account, storybook).queryKey, { mainBranch: null })
      void showStorybook(queryClient, account, updated)
      void queryClient.invalidateQueries(versionsQuery(account, storybook))
    },
    onError: (error) => showError(texts.versions.mainBranch.failed, error),
  })
}

/** Updates the cache with the result of an upload. */
export function showPublished(queryClient: QueryClient, account: string, published: PublishedStorybook) {
  const { versionPublicId: _, ...storybook } = published
  void showStorybook(queryClient, account, storybook)
  void queryClient.invalidateQueries(versionsQuery(account, storybook.publicId))
}

/** Refetches everything that depends on a storybook's versions. */
export function refreshStorybook(queryClient: QueryClient, account: string, storybook: string) {
  void queryClient.invalidateQueries(versionsQuery(account, storybook))
  void queryClient.invalidateQueries(storybookQuery(account, storybook))
  void queryClient.invalidateQueries(storybooksQuery(account))
}
