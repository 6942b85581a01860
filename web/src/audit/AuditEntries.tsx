import { Button, Center, Stack } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'

import { TableSkeleton } from '../shell/DataTable.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { texts } from '../texts/texts.ts'
import { AuditTable } from './AuditTable.tsx'
import { auditQuery, nonEmptyFilters } from './queries.ts'
import type { AuditScope, AuditSearch } from './queries.ts'

import classes from './AuditLog.module.css'

export function AuditEntries({ scope, search }: { scope: AuditScope; search: AuditSearch }) {
  const log = useInfiniteQuery(auditQuery(scope, search))
  const { data: entries, error, isFetchNextPageError } = log
  if (!entries && error) {
    return <ErrorAlert title={texts.shell.fetchFailed} error={error} retry={() => void log.refetch()} />
  }
  if (!entries) return <TableSkeleton />
  if (entries.length === 0) {
    const isFiltered = Object.keys(nonEmptyFilters(search)).length > 0
    return <EmptyState icon={IconHistory}>{isFiltered ? texts.audit.noMatch : texts.audit.empty}</EmptyState>
  }
  return (
    <Stack>
      <div className={log.isPlaceholderData ? classes.stale : undefined}>
        <AuditTable entries={entries} withAccount={scope === 'portal'} />
      </div>
      {isFetchNextPageError && <ErrorAlert title={texts.shell.fetchFailed} error={error} />}
      {log.hasNextPage && (
        <Center>
          <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {texts.audit.more}
          </Button>
        </Center>
      )}
    </Stack>
  )
}
