import { Table, Text, VisuallyHidden } from '@mantine/core'
import type { AuditEntry } from '@plinth/contract/audit.ts'
import { IconBuildingStore, IconKey, IconServer, IconUser } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'

import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { tooltip } from '../shell/tooltip.ts'
import { texts } from '../texts/texts.ts'
import { describeAction } from './actions.ts'
import { Subject } from './Subject.tsx'

import classes from './AuditLog.module.css'

interface AuditTableProps {
  /** Newest first. */
  entries: AuditEntry[]
  /** Whether to show the account of each entry. */
  withAccount: boolean
}

export function AuditTable({ entries, withAccount }: AuditTableProps) {
  const { columns } = texts.audit
  return (
    <DataTable
      label={texts.audit.title}
      head={
        <>
          <HeadCell>{columns.when}</HeadCell>
          <HeadCell>{columns.who}</HeadCell>
          <HeadCell>{columns.what}</HeadCell>
          <HeadCell>{columns.onWhat}</HeadCell>
          {withAccount && <HeadCell>{columns.account}</HeadCell>}
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
  const { at, action, accountName } = entry
  const { columns } = texts.audit
  return (
    <Table.Tr>
      <Cell label={columns.when} kind="date">
        <RelativeTime date={at} />
      </Cell>
      <Cell label={columns.who} kind="text">
        <Actor entry={entry} />
      </Cell>
      <Cell label={columns.what}>
        <span className={classes.action} {...tooltip(action)}>
          {describeAction(action)}
        </span>
      </Cell>
      <Cell label={columns.onWhat} kind="text">
        <Subject entry={entry} />
      </Cell>
      {withAccount && (
        <Cell label={columns.account} kind="text">
          {accountName ?? texts.shell.nothing}
        </Cell>
      )}
    </Table.Tr>
  )
}

const icons: Record<AuditEntry['actorKind'], TablerIcon> = {
  user: IconUser,
  apiKey: IconKey,
  marketplace: IconBuildingStore,
  system: IconServer,
}

function Actor({ entry: { actor, actorKind, address } }: { entry: AuditEntry }) {
  const Icon = icons[actorKind]
  const kind = texts.audit.actors[actorKind]
  return (
    <div className={classes.actor}>
      <Icon size={18} aria-hidden className={classes.kind} {...tooltip(kind)} />
      <div>
        <VisuallyHidden>{texts.audit.actorKind(kind)}</VisuallyHidden>
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
