import { requestComparedPictures } from '@plinth/contract/pictures.ts'
import type { Decision } from '@plinth/contract/pictures.ts'
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
    onError: (error) => showError(texts.pictures.failed, error),
  })
}

export interface Review {
  /** Left out, all that look different. */
  stories?: { story: string; variant: string }[]
  /** Null takes it back. */
  decision: Decision | null
  comment?: string
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
    onError: (error) => showError(texts.pictures.review.failed, error),
  })
}
