import { Button, Center, Stack, Text } from '@mantine/core'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { useInfiniteQuery } from '@tanstack/react-query'

import { readingPollMs } from '../contents/queries.ts'
import { TableSkeleton } from '../shell/DataTable.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import { filteredVersionsQuery, isUnsettled } from './queries.ts'
import type { VersionFilters } from './queries.ts'
import type { Selection } from './use-selection.ts'
import { VersionsTable } from './VersionsTable.tsx'

interface VersionListProps {
  account: string
  storybook: Storybook
  filters: VersionFilters
  selection: Selection
  label: string
  /** Whether somebody is looking for something, and wants to know how much of all it is. */
  isFiltered?: boolean
}

/** The newest versions that pass the filters, and older ones on demand. */
export function VersionList(props: VersionListProps) {
  const { account, storybook, filters, selection, label, isFiltered = false } = props
  const words = texts.versions.filters
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...filteredVersionsQuery(account, storybook.publicId, filters),
    refetchInterval: ({ state }) => (state.data?.pages.flat().some(isUnsettled) ?? false) && readingPollMs,
  })
  const versions = data?.pages.flat()
  const retry = () => void (data ? fetchNextPage() : refetch())
  return (
    <Stack>
      {isFiltered && versions && (
        <Text size="sm" c="dimmed" component="output">
          {hasNextPage
            ? words.countAtLeast(formatNumber(versions.length), storybook.versionCount)
            : words.count(formatNumber(versions.length), storybook.versionCount)}
        </Text>
      )}
      {versions && versions.length > 0 && (
        <VersionsTable
          account={account}
          storybook={storybook}
          versions={versions}
          selection={selection}
          label={label}
          hidesBranch={filters.branch !== undefined}
        />
      )}
      {versions?.length === 0 && <Text c="dimmed">{words.nothing}</Text>}
      {!versions && !error && <TableSkeleton />}
      {error && <ErrorAlert title={texts.versions.fetchFailed} error={error} retry={retry} />}
      {hasNextPage && (
        <Center>
          <Button variant="default" loading={isFetching} onClick={() => void fetchNextPage()}>
            {texts.versions.loadMore}
          </Button>
        </Center>
      )}
    </Stack>
  )
}
