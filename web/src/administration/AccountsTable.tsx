import { Code, Group, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { AdministeredAccount } from '@plinth/contract/administration.ts'
import { IconEdit, IconTrash, IconUserPlus } from '@tabler/icons-react'

import { CopyAction } from '../shell/CopyAction.tsx'
import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { formatBytes } from '../shell/formats.ts'
import { IconAction } from '../shell/IconAction.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { StorageLimitDialog } from '../storage/StorageLimitDialog.tsx'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import { DeleteAnyAccountDialog } from './DeleteAnyAccountDialog.tsx'
import { InviteOwnerDialog } from './InviteOwnerDialog.tsx'

import classes from './AccountsTable.module.css'

interface AccountsTableProps {
  accounts: AdministeredAccount[]
  /** Another search is running. */
  isStale: boolean
}

export function AccountsTable({ accounts, isStale }: AccountsTableProps) {
  return (
    <div className={isStale ? classes.stale : undefined}>
      <DataTable label={texts.administration.accounts.title} head={<Head />}>
        {accounts.map((account) => (
          <AccountRow key={account.publicId} account={account} />
        ))}
      </DataTable>
    </div>
  )
}

function Head() {
  const { name, id, tenantId, users, storybooks, storage, created } = texts.administration.accounts.columns
  return (
    <>
      <HeadCell>{name}</HeadCell>
      <HeadCell>{id}</HeadCell>
      <HeadCell kind="extra">{tenantId}</HeadCell>
      <HeadCell kind="number">{users}</HeadCell>
      <HeadCell kind="number">{storybooks}</HeadCell>
      <HeadCell>{storage}</HeadCell>
      <HeadCell>{created}</HeadCell>
      <HeadCell kind="actions">{texts.shell.actions}</HeadCell>
    </>
  )
}

function AccountRow({ account }: { account: AdministeredAccount }) {
  const { name, publicId, microsoftTenantId, userCount, storybookCount, createdAt } = account
  const { columns, copyId, copyTenantId } = texts.administration.accounts
  return (
    <Table.Tr>
      <Cell label={columns.name} kind="text">
        <div>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <MissingOwner account={account} />
        </div>
      </Cell>
      <Cell label={columns.id}>
        <Id value={publicId} label={copyId(name)} />
      </Cell>
      <Cell label={columns.tenantId} kind="extra">
        {microsoftTenantId === null ? (
          texts.shell.nothing
        ) : (
          <Id value={microsoftTenantId} label={copyTenantId(name)} />
        )}
      </Cell>
      <Cell label={columns.users} kind="number">
        {formatNumber(userCount)}
      </Cell>
      <Cell label={columns.storybooks} kind="number">
        {formatNumber(storybookCount)}
      </Cell>
      <Cell label={columns.storage}>
        <Storage account={account} />
      </Cell>
      <Cell label={columns.created} kind="date">
        <RelativeTime date={createdAt} />
      </Cell>
      <Cell kind="actions">
        <Actions account={account} />
      </Cell>
    </Table.Tr>
  )
}

/** Until somebody owns it, nobody but the operator can let people in. */
function MissingOwner({ account: { hasOwner, invitedOwner } }: { account: AdministeredAccount }) {
  const words = texts.administration.accounts
  if (hasOwner) return null
  return (
    <Text size="xs" c="dimmed">
      {invitedOwner === null ? words.noOwner : words.invitedOwner(<Email address={invitedOwner} />)}
    </Text>
  )
}

/** Too long for a line, it is continued before its "@". */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

function Actions({ account }: { account: AdministeredAccount }) {
  const { ownerInvitation, deletion: deletionWords } = texts.administration
  const [isInviting, invitation] = useDisclosure()
  const [isDeleting, deletion] = useDisclosure()
  return (
    <>
      {!account.hasOwner && (
        <IconAction
          icon={IconUserPlus}
          label={ownerInvitation.one(account.name)}
          tooltip={ownerInvitation.tooltip}
          onClick={invitation.open}
        />
      )}
      <InviteOwnerDialog account={account} opened={isInviting} onClose={invitation.close} />
      <IconAction
        icon={IconTrash}
        color="red"
        label={deletionWords.one(account.name)}
        tooltip={deletionWords.tooltip}
        onClick={deletion.open}
      />
      <DeleteAnyAccountDialog account={account} opened={isDeleting} onClose={deletion.close} />
    </>
  )
}

/** How much is stored, and the limit; on two lines in a narrow column. */
function Storage({ account }: { account: AdministeredAccount }) {
  const { name, storageBytes, storageLimitBytes, trashBytes } = account
  const words = texts.administration.accounts
  const [isLimiting, limiting] = useDisclosure()
  return (
    <Group gap={4} wrap="nowrap" className={classes.storage}>
      <div className={classes.amounts}>
        <span>{formatBytes(storageBytes)}</span>{' '}
        <span>{words.storageLimit(formatBytes(storageLimitBytes))}</span>
        {trashBytes > 0 && (
          <Text size="xs" c="dimmed">
            {words.inTrash(formatBytes(trashBytes))}
          </Text>
        )}
      </div>
      <IconAction
        icon={IconEdit}
        label={texts.storage.limit.actionFor(name)}
        tooltip={texts.storage.limit.action}
        onClick={limiting.open}
      />
      <StorageLimitDialog account={account} opened={isLimiting} onClose={limiting.close} />
    </Group>
  )
}

/** Long ids are cut off; the whole id is shown on hover and can be copied. */
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
