import type { Decision } from '@plinth/contract/pictures.ts'
import { getVersionReview, reviewVersion } from '@plinth/contract/reviews.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '../api.ts'
import { showError } from '../shell/notices.tsx'
import { texts } from '../texts/texts.ts'

export interface ReviewedVersion {
  account: string
  storybook: string
  version: string
}

const againMs = 5000

/** Asked for again while that may change without anybody deciding. */
export const versionReviewQuery = ({ account, storybook, version }: ReviewedVersion) =>
  queryOptions({
    queryKey: ['version review', account, storybook, version],
    queryFn: ({ signal }) => call(getVersionReview, { params: { account, storybook, version }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.because === 'reading' || data?.because === 'taking-pictures' ? againMs : false,
  })

export function useReviewVersion(place: ReviewedVersion) {
  const queryClient = useQueryClient()
  const { account, storybook, version } = place
  return useMutation({
    mutationFn: (body: { decision: Decision | null; comment?: string; replacesUpTo?: string }) =>
      call(reviewVersion, { params: { account, storybook, version }, body }),
    onSuccess: (review) => queryClient.setQueryData(versionReviewQuery(place).queryKey, review),
    onError: (error) => {
      showError(texts.compare.review.failed, error)
      // Somebody else may have decided meanwhile.
      void queryClient.invalidateQueries(versionReviewQuery(place))
    },
  })
}
