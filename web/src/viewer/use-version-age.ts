import type { Storybook } from '@plinth/contract/storybooks.ts'
import { getVersionOfBranch } from '@plinth/contract/versions.ts'
import type { Version } from '@plinth/contract/versions.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { RequestedVersion } from '../addresses.ts'
import { call } from '../api.ts'
import { storybookQuery } from '../storybooks/queries.ts'
import type { OpenedVersion } from './viewer-session.ts'

/** How often it is asked for at most, when the tab is looked at again. */
export const askAgainMs = 30_000

/** Overtaken: it was the newest when it was opened. */
export type VersionAge = 'newest' | 'older' | 'overtaken'

interface Viewed {
  account: string
  storybook: string
  requested: RequestedVersion
  opened: OpenedVersion | undefined
  details: Storybook | undefined
  /** Undefined until it is known. */
  shown: Version | undefined
}

interface Newest {
  age: VersionAge
  id: string
  /** The branch whose newest it is; undefined for the storybook's. */
  branch: string | undefined
}

/**
 * Compares the shown version with the newest of its branch, or of the storybook: of the main branch, or of all versions if
 * none is named. Undefined until both are known.
 */
export function useVersionAge({ account, storybook, requested, ...known }: Viewed): Newest | undefined {
  const { opened, details, shown } = known
  const isOnOtherBranch = Boolean(details?.mainBranch && shown?.branch && shown.branch !== details.mainBranch)
  const branch = isOnOtherBranch ? (shown?.branch ?? undefined) : undefined
  const ofBranch = useQuery({
    ...newestOfBranchQuery(account, storybook, branch ?? ''),
    enabled: branch !== undefined,
  })
  useRefetchOnFocus(storybookQuery(account, storybook).queryKey)
  useRefetchOnFocus(newestOfBranchQuery(account, storybook, branch ?? '').queryKey)

  const latest = details?.latest ?? undefined
  const newest = branch === undefined ? latest : ofBranch.data
  const id = branch === undefined ? latest?.versionPublicId : ofBranch.data?.publicId
  // Addresses of the newest version or of a branch lead to what was the newest when they were opened.
  const opensNewest = requested === undefined || (typeof requested === 'object' && requested.by === 'branch')
  const [wasNewest, setWasNewest] = useState<string>()
  const isNewest = opened !== undefined && id === opened.version
  if (isNewest && wasNewest !== id) setWasNewest(id)

  if (!opened || !shown || !newest || id === undefined) return undefined
  const isOlder = !isNewest && Date.parse(newest.createdAt) >= Date.parse(shown.createdAt)
  const isOvertaken = isOlder && (opensNewest || wasNewest === opened.version)
  return { age: isOvertaken ? 'overtaken' : isOlder ? 'older' : 'newest', id, branch }
}

const newestOfBranchQuery = (account: string, storybook: string, branch: string) =>
  queryOptions({
    queryKey: ['version of branch', account, storybook, branch],
    queryFn: ({ signal }) => call(getVersionOfBranch, { params: { account, storybook, branch }, signal }),
    staleTime: askAgainMs,
  })

/** Windows beside each other stay visible, so visibility, which queries react to themselves, is not enough. */
function useRefetchOnFocus(queryKey: readonly unknown[]) {
  const queryClient = useQueryClient()
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    const refetch = () =>
      void queryClient.refetchQueries({ queryKey: JSON.parse(key) as unknown[], stale: true })
    addEventListener('focus', refetch)
    return () => removeEventListener('focus', refetch)
  }, [queryClient, key])
}
