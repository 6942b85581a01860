import { Anchor, Code, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { can } from '@plinth/contract/roles.ts'
import { IconRestore, IconTrashX } from '@tabler/icons-react'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { storybookAddress } from '../addresses.ts'
import { describeRule } from '../retention/describe-rule.ts'
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { Day } from '../shell/Day.tsx'
import { formatBytes } from '../shell/formats.ts'
import { IconAction } from '../shell/IconAction.tsx'
import { showError, showSuccess } from '../shell/notices.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { shortId } from '../versions/short-id.ts'
import { describeRestored } from './describe-restored.ts'
import { usePurge, useRestore } from './mutations.ts'
import type { TrashItem } from './mutations.ts'

interface TrashTableProps {
  account: string
  /** The last deleted first. */
  items: TrashItem[]
  /** An item has left the trash, and the button for that with it. */
  onGone: () => void
}

export function TrashTable({ account, items, onGone }: TrashTableProps) {
  return (
    <DataTable label={texts.trash.title} head={<Head />}>
      {items.map((item) => (
        <TrashRow key={item.publicId} account={account} item={item} onGone={onGone} />
      ))}
    </DataTable>
  )
}

function Head() {
  const { what, deleted, by, size, keptUntil } = texts.trash.columns
  return (
    <>
      <HeadCell>{what}</HeadCell>
      <HeadCell>{deleted}</HeadCell>
      <HeadCell>{by}</HeadCell>
      <HeadCell kind="number">{size}</HeadCell>
      <HeadCell>{keptUntil}</HeadCell>
      <HeadCell kind="actions">{texts.shell.actions}</HeadCell>
    </>
  )
}

interface TrashRowProps {
  account: string
  item: TrashItem
  onGone: () => void
}

function TrashRow({ account, item, onGone }: TrashRowProps) {
  const { columns } = texts.trash
  const { role } = useAccount()
  return (
    <Table.Tr>
      <Cell label={columns.what} kind="text">
        <What account={account} item={item} />
      </Cell>
      <Cell label={columns.deleted} kind="date">
        <RelativeTime date={item.deletedAt} />
      </Cell>
      <Cell label={columns.by} kind="text">
        {item.kind === 'version' && item.rule
          ? describeRule(item.rule)
          : (item.deletedBy ?? texts.shell.nothing)}
      </Cell>
      <Cell label={columns.size} kind="number">
        {formatBytes(item.bytes)}
      </Cell>
      <Cell label={columns.keptUntil} kind="date">
        <Day date={item.keptUntil} />
      </Cell>
      <Cell kind="actions">
        {(item.kind === 'version' || can(role, 'deleteStorybooks')) && (
          <Restore account={account} item={item} onGone={onGone} />
        )}
        {can(role, 'deleteStorybooks') && <Purge account={account} item={item} onGone={onGone} />}
      </Cell>
    </Table.Tr>
  )
}

function What({ account, item }: Omit<TrashRowProps, 'onGone'>) {
  const words = texts.trash
  if (item.kind === 'storybook') {
    return (
      <div>
        <Text size="sm" fw={600}>
          {words.storybook(item.title)}
        </Text>
        <Text size="sm" c="dimmed">
          {words.withVersions(item.versionCount)}
        </Text>
      </div>
    )
  }
  const { publicId, storybookPublicId, storybookTitle, branch, release, message } = item
  const marks = [release, branch].filter((mark) => mark !== null)
  return (
    <div>
      <Text size="sm" fw={600} lineClamp={2} title={message ?? undefined}>
        {message ?? texts.versions.noMessage}
      </Text>
      <Text size="sm" c="dimmed">
        {words.version(
          <Code title={publicId}>{shortId(publicId)}</Code>,
          <Anchor
            component={Link}
            to={`${storybookAddress({ account, storybook: storybookPublicId })}/versions`}
            inherit
          >
            {storybookTitle}
          </Anchor>,
        )}
        {marks.map((mark) => ` · ${mark}`)}
      </Text>
    </div>
  )
}

function Restore({ account, item, onGone }: TrashRowProps) {
  const { mutate, isPending } = useRestore(account, item)
  const words = texts.trash.restore
  const restore = () =>
    mutate(undefined, {
      onSuccess: (version) => {
        showSuccess(version ? describeRestored(version) : words.done.storybook)
        onGone()
      },
      onError: (error) => showError(words.failed, error),
    })
  return (
    <IconAction
      icon={IconRestore}
      label={item.kind === 'version' ? words.version(item.publicId) : words.storybook(item.title)}
      tooltip={words.tooltip}
      isDisabled={isPending}
      onClick={restore}
    />
  )
}

function Purge({ account, item, onGone }: TrashRowProps) {
  const [isAsking, question] = useDisclosure()
  const words = texts.trash.purge
  return (
    <>
      <IconAction
        icon={IconTrashX}
        color="red"
        label={item.kind === 'version' ? words.version(item.publicId) : words.storybook(item.title)}
        tooltip={words.tooltip}
        onClick={question.open}
      />
      <ConfirmDialog
        opened={isAsking}
        action={words.action}
        errorTitle={words.failed}
        question={words.question(
          item.kind === 'version'
            ? texts.trash.versionWithMessage(
                <b>{item.message ?? texts.versions.noMessage}</b>,
                <Code>{item.publicId}</Code>,
                item.storybookTitle,
              )
            : texts.trash.storybook(item.title),
        )}
        mutation={usePurge(account, item, onGone)}
        onClose={question.close}
      />
    </>
  )
}
