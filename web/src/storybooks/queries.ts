import { getProposedMainBranch, getStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'
import { queryClient } from '../query-client.ts'

export const storybooksQuery = (account: string) =>
  queryOptions({
    queryKey: ['storybooks', account],
    queryFn: ({ signal }) => call(listStorybooks, { params: { account }, signal }),
  })

export const storybookQuery = (account: string, storybook: string) =>
  queryOptions({
    queryKey: ['storybook', account, storybook],
    queryFn: ({ signal }) => call(getStorybook, { params: { account, storybook }, signal }),
    // The list may have it already, so that the page does not start blank.
    placeholderData: () =>
      queryClient
        .getQueryData(storybooksQuery(account).queryKey)
        ?.find(({ publicId }) => publicId === storybook),
  })

/** Only of a storybook without a main branch, for somebody who may choose one. */
export const proposedMainBranchQuery = (account: string, storybook: string) =>
  queryOptions({
    queryKey: ['proposed main branch', account, storybook],
    queryFn: ({ signal }) => call(getProposedMainBranch, { params: { account, storybook }, signal }),
  })
