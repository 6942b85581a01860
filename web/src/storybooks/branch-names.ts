import { listBranches, maxBranchesPerPage } from '@plinth/contract/versions.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

/** The branches that a main branch is chosen from, the last published first. */
export const branchNamesQuery = (account: string, storybook: string) =>
  queryOptions({
    queryKey: ['branch names', account, storybook],
    queryFn: async ({ signal }) => {
      const query = { limit: maxBranchesPerPage }
      const branches = await call(listBranches, { params: { account, storybook }, query, signal })
      return branches.flatMap(({ name }) => name ?? [])
    },
  })
