import { listVersions } from '@plinth/contract/versions.ts'
import type { Version } from '@plinth/contract/versions.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

export const versionsQuery = (account: string, storybook: string) =>
  queryOptions({
    queryKey: ['versions', account, storybook],
    queryFn: async ({ signal }) =>
      newestFirst(await call(listVersions, { params: { account, storybook }, signal })),
  })

/** By the date alone; what was published in the same instant stays in the order of the answer. */
const newestFirst = (versions: Version[]) =>
  versions.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
