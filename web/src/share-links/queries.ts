import { listShareLinks } from '@plinth/contract/share-links.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

export const shareLinksQuery = (account: string, storybook: string) =>
  queryOptions({
    queryKey: ['shareLinks', account, storybook],
    queryFn: ({ signal }) => call(listShareLinks, { params: { account, storybook }, signal }),
  })
