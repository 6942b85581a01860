import { getVersion, listBranches, listVersions } from '@plinth/contract/versions.ts'
import type { Branch, Version } from '@plinth/contract/versions.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { storybookQuery } from '../storybooks/queries.ts'

/** Few enough for a table to render without delay. */
export const pageSize = 50

/** Whether the server is still reading or comparing it. */
export const isUnsettled = ({ contents, isComparing }: Version) => contents === 'reading' || isComparing

/** The newest versions, which are nearly always all of them. */
export const versionsQuery = (account: string, storybook: string) =>
  queryOptions({
    queryKey: ['versions', account, storybook],
    queryFn: async ({ signal }) =>
      newestFirst(
        await call(listVersions, { params: { account, storybook }, query: { limit: pageSize }, signal }),
      ),
  })

/** What the version picker lists and searches; the versions page has older ones. */
export const pickableVersionsQuery = (account: string, storybook: string) =>
  queryOptions({
    queryKey: ['versions', account, storybook, 'pickable'],
    queryFn: async ({ signal }) =>
      newestFirst(
        await call(listVersions, { params: { account, storybook }, query: { limit: 200 }, signal }),
      ),
  })

export const versionQuery = (account: string, storybook: string, version: string) =>
  queryOptions({
    queryKey: ['version', account, storybook, version],
    queryFn: ({ signal }) => call(getVersion, { params: { account, storybook, version }, signal }),
  })

export interface VersionFilters {
  /** Empty for versions without a branch. */
  branch?: string | undefined
  text?: string | undefined
  /** Published in the last days. */
  days?: number | undefined
  only?: 'releases' | undefined
}

/** With only one there is nothing to group. */
export const areGrouped = (branches: Branch[]) => branches.length > 1

export const versionsOfBranch = ({ name }: Branch): VersionFilters => ({ branch: name ?? '' })

/** The versions that pass, newest first, page by page. */
export const filteredVersionsQuery = (account: string, storybook: string, filters: VersionFilters) => {
  const { branch, text, days, only } = filters
  return infiniteQueryOptions({
    queryKey: ['versions', account, storybook, 'filtered', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: before, signal }) =>
      newestFirst(
        await call(listVersions, {
          params: { account, storybook },
          query: {
            branch,
            text,
            only,
            since: days === undefined ? undefined : daysAgo(days),
            before,
            limit: pageSize,
          },
          signal,
        }),
      ),
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.publicId),
    placeholderData: keepPreviousData,
  })
}

const dayMs = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

/** The main branch, then those published last, page by page. */
export const branchesQuery = (account: string, storybook: string) =>
  infiniteQueryOptions({
    queryKey: ['versions', account, storybook, 'branches'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before, signal }) =>
      call(listBranches, { params: { account, storybook }, query: { before, limit: pageSize }, signal }),
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.newest.publicId),
  })

/** What the versions page needs one after the other. With filters in the address, its list is not known here. */
export async function prefetchVersions(account: string, storybook: string): Promise<void> {
  void queryClient.prefetchQuery(storybookQuery(account, storybook))
  const options = branchesQuery(account, storybook)
  await queryClient.prefetchInfiniteQuery(options)
  const branches = queryClient.getQueryData(options.queryKey)?.pages.flat() ?? []
  const [first] = branches
  if (!first || location.search) return
  const filters = areGrouped(branches) ? versionsOfBranch(first) : {}
  await queryClient.prefetchInfiniteQuery(filteredVersionsQuery(account, storybook, filters))
}

/** Stable: versions of the same instant keep the server's order. */
const newestFirst = (versions: Version[]) =>
  versions.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
