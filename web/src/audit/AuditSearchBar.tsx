import { Button, Select, TextInput } from '@mantine/core'
import { auditActions } from '@plinth/contract/audit.ts'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'

import { noticeFailure } from '../shell/notices.tsx'
import { choicesOf } from './actions.ts'
import { saveAudit } from './download.ts'
import type { AuditScope, AuditSearch } from './queries.ts'

import classes from './AuditLog.module.css'

const choices = choicesOf(auditActions)

interface AuditSearchBarProps {
  scope: AuditScope
  search: AuditSearch
  onChange: (search: AuditSearch) => void
}

export function AuditSearchBar({ scope, search, onChange }: AuditSearchBarProps) {
  const { mutate: download, isPending } = useMutation({
    mutationFn: () => saveAudit(scope, search),
    onError: (error) => noticeFailure('Failed to download the audit log', error),
  })
  return (
    <div className={classes.search}>
      <Select
        label="What"
        placeholder="Any change"
        className={classes.field}
        data={choices}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Any change' }}
        maxDropdownHeight={320}
        nothingFoundMessage="No such change"
        comboboxProps={{ keepMounted: false }}
        value={search.action === '' ? null : search.action}
        onChange={(action) => onChange({ ...search, action: action ?? '' })}
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
