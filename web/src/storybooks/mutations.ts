import {
  createStorybook,
  deleteStorybook,
  deleteStorybookIcon,
  setFavourite,
  setStorybookIcon,
  updateStorybook,
} from '@plinth/contract/storybooks.ts'
import type { Storybook, StorybookDraft } from '@plinth/contract/storybooks.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'

import { call } from '../api.ts'
import { logError } from '../log.ts'
import { showError } from '../shell/notices.tsx'
import { texts } from '../texts/texts.ts'
import { storybookQuery, storybooksQuery } from './queries.ts'

export function useCreateStorybook(account: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: StorybookDraft) => call(createStorybook, { params: { account }, body }),
    onSuccess: (created) => showStorybook(queryClient, account, created),
  })
}

export function useUpdateStorybook(account: string, storybook: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: StorybookDraft) => call(updateStorybook, { params: { account, storybook }, body }),
    onSuccess: (updated) => showStorybook(queryClient, account, updated),
    onError: (error) => logError('Failed to update storybook', error),
  })
}

/** Gives a storybook this icon, a PNG as base64; null removes the one it was given. */
export function useChangeIcon(account: string, storybook: string) {
  const queryClient = useQueryClient()
  const params = { account, storybook }
  return useMutation({
    mutationFn: (png: string | null) =>
      png === null
        ? call(deleteStorybookIcon, { params })
        : call(setStorybookIcon, { params, body: { png } }),
    onSuccess: (changed) => showStorybook(queryClient, account, changed),
    onError: (error) => logError('Failed to change the icon of a storybook', error),
  })
}

export function useDeleteStorybook(account: string, storybook: string, onDeleted: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteStorybook, { params: { account, storybook } }),
    onSuccess: () => {
      queryClient.setQueryData(storybooksQuery(account).queryKey, (list) =>
        list?.filter(({ publicId }) => publicId !== storybook),
      )
      queryClient.removeQueries(storybookQuery(account, storybook))
      void queryClient.invalidateQueries(storybooksQuery(account))
      onDeleted()
    },
    onError: (error) => logError('Failed to delete storybook', error),
  })
}

/** Of storybooks whose mark is being changed: what the server has, by account and storybook. */
const savedMarks = new Map<string, boolean>()

/**
 * Shown at once. Clicks are sent one after the other, so that the last one counts; if that could not be saved, what was
 * saved before it is shown again.
 */
export function useSetFavourite(account: string, storybook: string) {
  const queryClient = useQueryClient()
  const list = storybooksQuery(account)
  const mutationKey = ['favourite', account, storybook]
  const key = mutationKey.join(' ')
  const shown = () =>
    queryClient.getQueryData(list.queryKey)?.find(({ publicId }) => publicId === storybook)?.isFavourite
  const show = (isFavourite: boolean) =>
    queryClient.setQueryData(list.queryKey, (storybooks) =>
      storybooks?.map((one) => (one.publicId === storybook ? { ...one, isFavourite } : one)),
    )
  const isLast = () => queryClient.isMutating({ mutationKey }) === 1
  return useMutation({
    mutationKey,
    scope: { id: key },
    mutationFn: (isFavourite: boolean) =>
      call(setFavourite, { params: { account, storybook }, body: { isFavourite } }),
    onMutate: async (isFavourite) => {
      // An answer that was on its way would bring the old mark back.
      await queryClient.cancelQueries(list)
      if (!savedMarks.has(key)) savedMarks.set(key, shown() ?? !isFavourite)
      show(isFavourite)
    },
    onSuccess: (_, isFavourite) => void savedMarks.set(key, isFavourite),
    onError: (error) => {
      if (isLast()) show(savedMarks.get(key) ?? false)
      showError(texts.storybooks.favourites.failed, error)
    },
    onSettled: () => {
      if (!isLast()) return
      savedMarks.delete(key)
      void queryClient.invalidateQueries(list)
    },
  })
}

/**
 * Updates the cached storybook and its entry in the list. Only the server knows the order of the list, so an entry stays
 * in place until the list is fetched again, and a new one appears then.
 */
export async function showStorybook(queryClient: QueryClient, account: string, storybook: Storybook) {
  const { queryKey } = storybooksQuery(account)
  const isShown = (shown: Storybook) => shown.publicId === storybook.publicId
  queryClient.setQueryData(storybookQuery(account, storybook.publicId).queryKey, storybook)
  queryClient.setQueryData(queryKey, (list) =>
    list?.map((shown) => (isShown(shown) ? { ...shown, ...storybook } : shown)),
  )
  await queryClient.invalidateQueries({ queryKey })
  // If the list could not be fetched, add a new storybook at the end.
  queryClient.setQueryData(queryKey, (list) =>
    list?.some(isShown) === false ? [...list, { ...storybook, ...notYetViewed }] : list,
  )
}

/** Of a storybook that the person has just created. */
const notYetViewed = {
  mainComponents: [],
  isFavourite: false,
  viewedAt: null,
  newVersions: null,
  newChanges: null,
}
