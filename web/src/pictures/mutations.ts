import { choosePicture, requestComparedPictures } from '@plinth/contract/pictures.ts'
import type { Decision, PictureSubject } from '@plinth/contract/pictures.ts'
import { reviewStories } from '@plinth/contract/reviews.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '../api.ts'
import { showError } from '../shell/notices.tsx'
import { texts } from '../texts/texts.ts'
import { comparedPicturesQuery } from './queries.ts'
import type { ComparedRange } from './queries.ts'

export function useTakePictures(range: ComparedRange) {
  const queryClient = useQueryClient()
  const { account, storybook, from, to } = range
  return useMutation({
    mutationFn: () => call(requestComparedPictures, { params: { account, storybook }, query: { from, to } }),
    onSuccess: (comparison) => queryClient.setQueryData(comparedPicturesQuery(range).queryKey, comparison),
    onError: (error) => showError(texts.pictures.takeFailed, error),
  })
}

export interface Review {
  /** Left out, all that look different. */
  stories?: { story: string; variant: string; after: string | null }[]
  /** Null takes it back. */
  decision: Decision | null
  comment?: string
  /** What others decided up to then has been seen, and is replaced. */
  replacesUpTo?: string
}

export function useReview(range: ComparedRange) {
  const queryClient = useQueryClient()
  const { account, storybook, from, to } = range
  return useMutation({
    mutationFn: (body: Review) =>
      call(reviewStories, { params: { account, storybook }, query: { from, to }, body }),
    onSuccess: (comparison) => {
      queryClient.setQueryData(comparedPicturesQuery(range).queryKey, comparison)
      void queryClient.invalidateQueries({ queryKey: ['version review', account, storybook] })
    },
    onError: (error) => {
      showError(texts.pictures.review.failed, error)
      // Somebody else may have decided meanwhile.
      void queryClient.invalidateQueries(comparedPicturesQuery(range))
    },
  })
}

export interface ChosenPicture {
  of: PictureSubject
  story: string
  isChosen: boolean
}

export function useChoosePicture(account: string, storybook: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ChosenPicture) => call(choosePicture, { params: { account, storybook }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['thumbnail', account] }),
    onError: (error) => showError(texts.pictures.choose.failed, error),
  })
}
