import { Button, Center, Stack, Text } from '@mantine/core'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { useInfiniteQuery } from '@tanstack/react-query'

import { readingPollMs } from '../contents/queries.ts'
import { TableSkeleton } from '../shell/DataTable.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
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
}

/** The newest versions that pass the filters, and older ones on demand. */
export function VersionList({ account, storybook, filters, selection, label }: VersionListProps) {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...filteredVersionsQuery(account, storybook.publicId, filters),
    refetchInterval: ({ state }) => (state.data?.pages.flat().some(isUnsettled) ?? false) && readingPollMs,
  })
  const versions = data?.pages.flat()
  const retry = () => void (data ? fetchNextPage() : refetch())
  return (
    <Stack>
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
      {versions?.length === 0 && <Text c="dimmed">{texts.versions.filters.nothing}</Text>}
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
