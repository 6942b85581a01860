import { Badge, Code, Group, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Invitation } from '@plinth/contract/invitations.ts'
import { IconLinkPlus, IconTrash } from '@tabler/icons-react'

import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { Day } from '../shell/Day.tsx'
import { IconAction } from '../shell/IconAction.tsx'
import { lazyDialog } from '../shell/lazy-dialog.tsx'
import { RelativeTime, useNow } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'

const DeleteInvitationDialog = lazyDialog(
  async () => (await import('./DeleteInvitationDialog.tsx')).DeleteInvitationDialog,
)
const RenewInvitationDialog = lazyDialog(
  async () => (await import('./RenewInvitationDialog.tsx')).RenewInvitationDialog,
)

interface InvitationsTableProps {
  account: string
  /** Newest first. */
  invitations: Invitation[]
  onDeleted: () => void
}

export function InvitationsTable({ account, invitations, onDeleted }: InvitationsTableProps) {
  return (
    <DataTable label={texts.invitations.title} head={<Head />}>
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.id} account={account} invitation={invitation} onDeleted={onDeleted} />
      ))}
    </DataTable>
  )
}

function Head() {
  const { email, code, status, created, expires } = texts.invitations.columns
  return (
    <>
      <HeadCell>{email}</HeadCell>
      <HeadCell>{code}</HeadCell>
      <HeadCell>{status}</HeadCell>
      <HeadCell>{created}</HeadCell>
      <HeadCell>{expires}</HeadCell>
      <HeadCell kind="actions">{texts.shell.actions}</HeadCell>
    </>
  )
}

interface InvitationRowProps {
  account: string
  invitation: Invitation
  onDeleted: () => void
}

function InvitationRow({ account, invitation, onDeleted }: InvitationRowProps) {
  const { email, displayName, role, invitationCode, isUsed, createdAt, expiresAt } = invitation
  const roleName = texts.members.roles[role]
  const { columns, deletion: words, renewal: renewalWords } = texts.invitations
  const [isDeleting, deletion] = useDisclosure()
  const [isRenewing, renewal] = useDisclosure()
  return (
    <Table.Tr>
      <Cell label={columns.email} kind="text">
        <span>
          {email}
          <Text component="span" display="block" size="xs" c="dimmed">
            {displayName === email ? roleName : texts.invitations.nameAndRole(displayName, roleName)}
          </Text>
        </span>
      </Cell>
      <Cell label={columns.code}>
        <span>
          <Code>{invitationCode}</Code>
        </span>
      </Cell>
      <Cell label={columns.status} kind="text">
        <Status invitation={invitation} />
      </Cell>
      <Cell label={columns.created} kind="date">
        <RelativeTime date={createdAt} />
      </Cell>
      <Cell label={columns.expires} kind="date">
        <Day date={expiresAt} />
      </Cell>
      <Cell kind="actions">
        {!isUsed && (
          <IconAction
            icon={IconLinkPlus}
            label={renewalWords.one(email)}
            tooltip={renewalWords.tooltip}
            onClick={renewal.open}
            {...RenewInvitationDialog.preloadProps}
          />
        )}
        <RenewInvitationDialog invitation={invitation} opened={isRenewing} onClose={renewal.close} />
        <IconAction
          icon={IconTrash}
          color="red"
          label={words.one(email)}
          tooltip={words.tooltip}
          onClick={deletion.open}
          {...DeleteInvitationDialog.preloadProps}
        />
        <DeleteInvitationDialog
          account={account}
          invitation={invitation}
          opened={isDeleting}
          onClose={deletion.close}
          onDeleted={onDeleted}
        />
      </Cell>
    </Table.Tr>
  )
}

function Status({ invitation }: { invitation: Invitation }) {
  const { isUsed, usedByEmail, email, expiresAt } = invitation
  const isExpired = Date.parse(expiresAt) <= useNow()
  // Anybody with the link can use it, so the person who joined may not be the one invited.
  const hint = isUsed
    ? usedByEmail !== email && usedByEmail && texts.invitations.usedBy(usedByEmail)
    : isExpired && texts.invitations.expired
  return (
    <Group gap="xs">
      <Badge
        variant="dot"
        color={isUsed ? 'green' : isExpired ? 'gray.5' : 'yellow'}
        tt="none"
        fw={400}
        miw="max-content"
      >
        {isUsed ? texts.invitations.used : texts.invitations.pending}
      </Badge>
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </Group>
  )
}
