import { queryClient } from '../query-client.ts'
import { storybookQuery } from '../storybooks/queries.ts'
import { areGrouped, branchesQuery, filteredVersionsQuery, versionsOfBranch } from './queries.ts'

/** What the page asks for one after the other, unless it is opened with filters. */
export async function prefetchVersions(account: string, storybook: string): Promise<void> {
  void queryClient.prefetchQuery(storybookQuery(account, storybook))
  const options = branchesQuery(account, storybook)
  await queryClient.prefetchInfiniteQuery(options)
  const [first, ...others] = queryClient.getQueryData(options.queryKey)?.pages.flat() ?? []
  if (!first || location.search) return
  const filters = areGrouped([first, ...others]) ? versionsOfBranch(first) : {}
  await queryClient.prefetchInfiniteQuery(filteredVersionsQuery(account, storybook, filters))
}
