import { getComponent, getContents, listComponents } from '@plinth/contract/contents.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

/** How often to ask again while contents are being read. */
export const readingPollMs = 3000

/** Of all storybooks, or of one. */
export const componentsQuery = (account: string, storybook?: string) =>
  queryOptions({
    queryKey: ['components', account, storybook ?? 'all'],
    queryFn: ({ signal }) => call(listComponents, { params: { account }, query: { storybook }, signal }),
    refetchInterval: ({ state: { data } }) => data !== undefined && data.reading.length > 0 && readingPollMs,
  })

export const componentQuery = (account: string, storybook: string, version: string, component: string) =>
  queryOptions({
    queryKey: ['component', account, storybook, version, component],
    queryFn: ({ signal }) =>
      call(getComponent, { params: { account, storybook, version, component }, signal }),
  })

export const contentsQuery = (account: string, storybook: string, version: string) =>
  queryOptions({
    queryKey: ['contents', account, storybook, version],
    queryFn: ({ signal }) => call(getContents, { params: { account, storybook, version }, signal }),
    refetchInterval: ({ state: { data } }) => data?.state === 'reading' && readingPollMs,
  })
