import { deleteAccount, renameAccount } from '@plinth/contract/accounts.ts'
import type { Account } from '@plinth/contract/accounts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

import { call } from '../api.ts'
import { showError, showSuccess, hideNotice } from '../shell/notices.tsx'
import { subscriptionsQuery } from '../subscriptions/queries.ts'
import { texts } from '../texts/texts.ts'
import { currentAccount } from './current-account.ts'
import { accountsQuery } from './queries.ts'

/** Shows the new name optimistically. The form stays open until it is saved, so an error loses no input. */
export function useRenameAccount(account: string) {
  const queryClient = useQueryClient()
  const nameOf = () =>
    queryClient.getQueryData(accountsQuery.queryKey)?.find(({ publicId }) => publicId === account)?.name
  const show = (name: string) =>
    queryClient.setQueryData(accountsQuery.queryKey, (list) =>
      list?.map((shown) => (shown.publicId === account ? { ...shown, name } : shown)),
    )
  return useMutation({
    mutationFn: (name: string) => call(renameAccount, { params: { account }, body: { name } }),
    onMutate: async (name) => {
      hideNotice(texts.accounts.rename.failed)
      await queryClient.cancelQueries(accountsQuery)
      const before = nameOf()
      show(name)
      return before
    },
    onSuccess: ({ name }) => {
      show(name)
      showSuccess(texts.accounts.rename.done)
    },
    onError: (error, _, before) => {
      if (before !== undefined) show(before)
      showError(texts.accounts.rename.failed, error)
    },
    // The list is ordered by name; and after an error, another user may have changed it.
    onSettled: () => void queryClient.invalidateQueries(accountsQuery),
  })
}

/** Deletes the account and leaves its pages. */
export function useDeleteAccount({ publicId }: Account) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => call(deleteAccount, { params: { account: publicId } }),
    onMutate: () => hideNotice(texts.accounts.deletion.failed),
    onSuccess: () => {
      currentAccount.clear()
      queryClient.setQueryData(accountsQuery.queryKey, (list) =>
        list?.filter((shown) => shown.publicId !== publicId),
      )
      // Synchronously, so that "Account not found" does not flash.
      void navigate('/accounts', { replace: true, flushSync: true })
      void queryClient.invalidateQueries(accountsQuery)
      showSuccess(texts.accounts.deletion.done)
    },
    onError: () => {
      // Without the reason, which the dialog shows.
      showError(texts.accounts.deletion.failed)
      // The deletion may be blocked by a subscription that is newer than the page.
      void queryClient.invalidateQueries(subscriptionsQuery(publicId))
    },
  })
}
