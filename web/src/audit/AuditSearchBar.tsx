import { Autocomplete, Button, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'

import { noticeFailure } from '../shell/notices.tsx'
import { downloadAudit } from './download.ts'
import { auditQuery, everything } from './queries.ts'
import type { AuditScope, AuditSearch } from './queries.ts'

import classes from './AuditLog.module.css'

interface AuditSearchBarProps {
  scope: AuditScope
  search: AuditSearch
  onChange: (search: AuditSearch) => void
}

export function AuditSearchBar({ scope, search, onChange }: AuditSearchBarProps) {
  // The log as it is without a search, which has been asked for already: its actions are worth suggesting.
  const { data: recent = [] } = useInfiniteQuery(auditQuery(scope, everything))
  const actions = [...new Set(recent.map(({ action }) => action))].toSorted()
  const { mutate: download, isPending } = useMutation({
    mutationFn: () => downloadAudit(scope, search),
    onError: (error) => noticeFailure('Failed to download the audit log', error),
  })
  return (
    <div className={classes.search}>
      <Autocomplete
        label="What"
        placeholder="Any action"
        className={classes.field}
        maxLength={100}
        data={actions}
        value={search.action}
        onChange={(action) => onChange({ ...search, action })}
      />
      <TextInput
        label="Who"
        placeholder="Anybody"
        className={classes.field}
        maxLength={200}
        value={search.actor}
        onChange={(event) => onChange({ ...search, actor: event.currentTarget.value })}
      />
      <Button
        variant="default"
        className={classes.download}
        leftSection={<IconDownload size={18} aria-hidden />}
        loading={isPending}
        onClick={() => download()}
      >
        Download CSV
      </Button>
    </div>
  )
}
