import { getVersion, listVersions } from '@plinth/contract/versions.ts'
import type { Version } from '@plinth/contract/versions.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

/** Few enough for a table to render without delay. */
export const pageSize = 50

/** The newest versions, which are nearly always all of them. */
export const versionsQuery = (account: string, storybook: string) =>
  queryOptions({
    queryKey: ['versions', account, storybook],
    queryFn: async ({ signal }) =>
      newestFirst(
        await call(listVersions, { params: { account, storybook }, query: { limit: pageSize }, signal }),
      ),
  })

export const versionQuery = (account: string, storybook: string, version: string) =>
  queryOptions({
    queryKey: ['version', account, storybook, version],
    queryFn: ({ signal }) => call(getVersion, { params: { account, storybook, version }, signal }),
  })

/** Versions older than those of `versionsQuery`. */
export const olderVersionsQuery = (account: string, storybook: string, newer: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['versions', account, storybook, 'before', newer],
    initialPageParam: newer,
    queryFn: ({ pageParam: before, signal }) =>
      call(listVersions, { params: { account, storybook }, query: { before, limit: pageSize }, signal }),
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.publicId),
    select: ({ pages }): Version[] => pages.flat(),
  })

/** Stable: versions of the same instant keep the server's order. */
const newestFirst = (versions: Version[]) =>
  versions.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
