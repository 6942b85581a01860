import { Button, Select, TextInput } from '@mantine/core'
import { auditActions } from '@plinth/contract/audit.ts'
import { maxLength } from '@plinth/contract/max-length.ts'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'

import { showError } from '../shell/notices.tsx'
import { texts } from '../texts/texts.ts'
import { filterOptions } from './actions.ts'
import { downloadAuditLog } from './download.ts'
import type { AuditScope, AuditSearch } from './queries.ts'

import classes from './AuditLog.module.css'

interface AuditSearchBarProps {
  scope: AuditScope
  search: AuditSearch
  onChange: (search: AuditSearch) => void
}

export function AuditSearchBar({ scope, search, onChange }: AuditSearchBarProps) {
  const { mutate: download, isPending } = useMutation({
    mutationFn: () => downloadAuditLog(scope, search),
    onError: (error) => showError(texts.audit.downloadFailed, error),
  })
  const words = texts.audit.search
  return (
    <div className={classes.search}>
      <Select
        label={words.what}
        placeholder={words.anyChange}
        className={classes.field}
        data={filterOptions(auditActions)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': words.anyChange }}
        maxDropdownHeight={320}
        nothingFoundMessage={words.noSuchChange}
        comboboxProps={{ keepMounted: false }}
        value={search.action === '' ? null : search.action}
        onChange={(action) => onChange({ ...search, action: action ?? '' })}
      />
      <TextInput
        label={words.who}
        placeholder={words.anybody}
        className={classes.field}
        maxLength={maxLength.search}
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
        {texts.audit.download}
      </Button>
    </div>
  )
}
