import { Code, Group, Table, Text } from '@mantine/core'
import type { AdministeredAccount } from '@plinth/contract/administration.ts'

import { CopyAction } from '../shell/CopyAction.tsx'
import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { formatBytes, formatNumber } from '../shell/formats.ts'
import { RelativeTime } from '../shell/RelativeTime.tsx'

import classes from './AccountsTable.module.css'

interface AccountsTableProps {
  accounts: AdministeredAccount[]
  /** Another search is under way. */
  isStale: boolean
}

export function AccountsTable({ accounts, isStale }: AccountsTableProps) {
  return (
    <div className={isStale ? classes.stale : undefined}>
      <DataTable label="Accounts" head={head}>
        {accounts.map((account) => (
          <AccountRow key={account.publicId} account={account} />
        ))}
      </DataTable>
    </div>
  )
}

const head = (
  <>
    <HeadCell>Name</HeadCell>
    <HeadCell>ID</HeadCell>
    <HeadCell kind="extra">Tenant ID</HeadCell>
    <HeadCell kind="number">Users</HeadCell>
    <HeadCell kind="number">Storybooks</HeadCell>
    <HeadCell kind="number">Storage</HeadCell>
    <HeadCell>Created</HeadCell>
  </>
)

function AccountRow({ account }: { account: AdministeredAccount }) {
  const { name, publicId, microsoftTenantId, userCount, storybookCount, storageBytes, createdAt } = account
  return (
    <Table.Tr>
      <Cell label="Name" kind="text">
        <Text size="sm" fw={500}>
          {name}
        </Text>
      </Cell>
      <Cell label="ID">
        <Id value={publicId} label={`Copy the ID of ${name}`} />
      </Cell>
      <Cell label="Tenant ID" kind="extra">
        {microsoftTenantId === null ? (
          '–'
        ) : (
          <Id value={microsoftTenantId} label={`Copy the tenant ID of ${name}`} />
        )}
      </Cell>
      <Cell label="Users" kind="number">
        {formatNumber(userCount)}
      </Cell>
      <Cell label="Storybooks" kind="number">
        {formatNumber(storybookCount)}
      </Cell>
      <Cell label="Storage" kind="number">
        {formatBytes(storageBytes)}
      </Cell>
      <Cell label="Created" kind="date">
        <RelativeTime date={createdAt} />
      </Cell>
    </Table.Tr>
  )
}

/** Long ids give way to the columns beside them; the whole one is on hover, and on the clipboard. */
function Id({ value, label }: { value: string; label: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code className={classes.id} title={value}>
        {value}
      </Code>
      <CopyAction value={value} label={label} />
    </Group>
  )
}
