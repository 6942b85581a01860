import { allowShareLinks } from '@plinth/contract/accounts.ts'
import { createShareLink, revokeShareLink } from '@plinth/contract/share-links.ts'
import type { ShareLinkDraft } from '@plinth/contract/share-links.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { accountsQuery } from '../accounts/queries.ts'
import { call } from '../api.ts'
import { hideNotice, showError } from '../shell/notices.tsx'
import { texts } from '../texts/texts.ts'
import { shareLinksQuery } from './queries.ts'

export function useCreateShareLink(account: string, storybook: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ShareLinkDraft) => call(createShareLink, { params: { account, storybook }, body }),
    onSuccess: () => void queryClient.invalidateQueries(shareLinksQuery(account, storybook)),
    // The response has the secret, so it must not stay cached after the dialog closes.
    gcTime: 0,
  })
}

export function useRevokeShareLink(account: string, storybook: string, id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(revokeShareLink, { params: { account, storybook, id } }),
    onSuccess: () => {
      queryClient.setQueryData(shareLinksQuery(account, storybook).queryKey, (list) =>
        list?.filter((shown) => shown.id !== id),
      )
    },
    onSettled: () => void queryClient.invalidateQueries(shareLinksQuery(account, storybook)),
  })
}

export function useAllowShareLinks(account: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { allowed: boolean; viewersMayCompose?: boolean }) =>
      call(allowShareLinks, { params: { account }, body }),
    onMutate: () => hideNotice(texts.shareLinks.setting.failed),
    onSuccess: (changed) => {
      queryClient.setQueryData(accountsQuery.queryKey, (list) =>
        list?.map((shown) => (shown.publicId === account ? changed : shown)),
      )
    },
    onError: (error) => showError(texts.shareLinks.setting.failed, error),
  })
}
