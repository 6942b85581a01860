import { Table, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import type { AuditEntry } from '@plinth/contract/audit.ts'
import { IconBuildingStore, IconKey, IconServer, IconUser } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'

import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { describeAction } from './actions.ts'

import classes from './AuditLog.module.css'

interface AuditTableProps {
  /** Newest first. */
  entries: AuditEntry[]
  /** Whether it is worth saying which account an entry is about. */
  withAccount: boolean
}

export function AuditTable({ entries, withAccount }: AuditTableProps) {
  return (
    <DataTable
      label="Audit log"
      head={
        <>
          <HeadCell>When</HeadCell>
          <HeadCell>Who</HeadCell>
          <HeadCell>What</HeadCell>
          <HeadCell>On what</HeadCell>
          {withAccount && <HeadCell>Account</HeadCell>}
        </>
      }
    >
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} withAccount={withAccount} />
      ))}
    </DataTable>
  )
}

function AuditRow({ entry, withAccount }: { entry: AuditEntry; withAccount: boolean }) {
  const { at, action, subject, accountName } = entry
  return (
    <Table.Tr>
      <Cell label="When" kind="date">
        <RelativeTime date={at} />
      </Cell>
      <Cell label="Who" kind="text">
        <Actor entry={entry} />
      </Cell>
      <Cell label="What">
        <Tooltip label={action}>
          <span className={classes.action}>{describeAction(action)}</span>
        </Tooltip>
      </Cell>
      <Cell label="On what" kind="text">
        {subject}
      </Cell>
      {withAccount && (
        <Cell label="Account" kind="text">
          {accountName ?? '–'}
        </Cell>
      )}
    </Table.Tr>
  )
}

const kinds: Record<AuditEntry['actorKind'], { label: string; icon: TablerIcon }> = {
  user: { label: 'Person', icon: IconUser },
  apiKey: { label: 'API key', icon: IconKey },
  marketplace: { label: 'Marketplace', icon: IconBuildingStore },
  system: { label: 'System', icon: IconServer },
}

function Actor({ entry: { actor, actorKind, address } }: { entry: AuditEntry }) {
  const { label, icon: Icon } = kinds[actorKind]
  return (
    <div className={classes.actor}>
      <Tooltip label={label}>
        <Icon size={18} aria-hidden className={classes.kind} />
      </Tooltip>
      <div>
        <VisuallyHidden>{label}: </VisuallyHidden>
        {actor}
        {address !== null && (
          <Text size="xs" c="dimmed" ff="monospace">
            {address}
          </Text>
        )}
      </div>
    </div>
  )
}
