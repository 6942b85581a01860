import { getComparedPictures, requestComparedPictures } from '@plinth/contract/pictures.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

export interface ComparedRange {
  account: string
  storybook: string
  from: string
  to: string
  /** Of the later version; null for those without one. */
  branch: string | null
  /** What the later version is compared with by default; null if there is nothing. */
  baseline: string | null
}

/** Decisions are made only where a version is compared with its baseline. */
export const isOwnReview = ({ from, baseline }: ComparedRange): boolean => from === baseline

const againMs = 3000
/** A camera that is started again, or a version that is read, is noticed. */
const obstacleAgainMs = 10_000

/** Whoever compares two versions wants to see them. Asked for again while pictures are being taken, or could be soon. */
export const comparedPicturesQuery = ({ account, storybook, from, to }: ComparedRange) =>
  queryOptions({
    queryKey: ['compared pictures', account, storybook, from, to],
    queryFn: async ({ signal }) => {
      const versions = { params: { account, storybook }, query: { from, to }, signal }
      const found = await call(getComparedPictures, versions)
      return found.state === 'none' && found.obstacle !== 'noCamera'
        ? call(requestComparedPictures, versions)
        : found
    },
    refetchInterval: ({ state: { data } }) => {
      if (data?.obstacle) return obstacleAgainMs
      return data?.state === 'waiting' ? againMs : false
    },
  })
