import { Badge, Code, Group, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ApiKey, ApiKeyCreator } from '@plinth/contract/api-keys.ts'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { callsOf } from '../mcp/calls-of.ts'
import { agentCallsQuery } from '../mcp/queries.ts'
import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { Day } from '../shell/Day.tsx'
import { IconAction } from '../shell/IconAction.tsx'
import { RelativeTime, useNow } from '../shell/RelativeTime.tsx'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import { DeleteApiKeyDialog } from './DeleteApiKeyDialog.tsx'
import { describeExpiry, describeLastUse, describeScope } from './describe-key.ts'

interface ApiKeysTableProps {
  account: string
  /** Newest first. */
  keys: ApiKey[]
  onDeleted: () => void
}

export function ApiKeysTable({ account, keys, onDeleted }: ApiKeysTableProps) {
  // Not worth an error of its own: the keys are known without it.
  const { data: agents } = useQuery(agentCallsQuery(account))
  return (
    <DataTable label={texts.apiKeys.table} head={<Head />}>
      {keys.map((apiKey) => (
        <ApiKeyRow
          key={apiKey.id}
          account={account}
          apiKey={apiKey}
          calls={agents && callsOf(agents.find(({ apiKeyId }) => apiKeyId === apiKey.id) ?? { days: [] })}
          onDeleted={onDeleted}
        />
      ))}
    </DataTable>
  )
}

function Head() {
  const { name, created, createdBy, preview, scope, expires, lastUsed, agentCalls } = texts.apiKeys.columns
  return (
    <>
      <HeadCell>{name}</HeadCell>
      <HeadCell>{created}</HeadCell>
      <HeadCell kind="extra">{createdBy}</HeadCell>
      <HeadCell>{preview}</HeadCell>
      <HeadCell>{scope}</HeadCell>
      <HeadCell>{expires}</HeadCell>
      <HeadCell>{lastUsed}</HeadCell>
      <HeadCell kind="number extra">{agentCalls}</HeadCell>
      <HeadCell kind="actions">{texts.shell.actions}</HeadCell>
    </>
  )
}

interface ApiKeyRowProps {
  account: string
  apiKey: ApiKey
  /** Of agents, in the last 30 days; undefined while they are not known. */
  calls: number | undefined
  onDeleted: () => void
}

function ApiKeyRow({ account, apiKey, calls, onDeleted }: ApiKeyRowProps) {
  const { name, createdAt, createdBy, keyPreview, expiresAt } = apiKey
  const { columns, deletion: words } = texts.apiKeys
  const now = useNow()
  const [isDeleting, deletion] = useDisclosure()
  const expiry = describeExpiry(apiKey, now)
  return (
    <Table.Tr>
      <Cell label={columns.name} kind="text">
        {name}
      </Cell>
      <Cell label={columns.created} kind="date">
        <RelativeTime date={createdAt} />
      </Cell>
      <Cell label={columns.createdBy} kind="extra">
        {createdBy ? <Creator creator={createdBy} /> : texts.shell.nothing}
      </Cell>
      <Cell label={columns.preview}>
        <span>
          <Code>{keyPreview}</Code>
        </span>
      </Cell>
      <Cell label={columns.scope} kind="text">
        {describeScope(apiKey)}
      </Cell>
      <Cell label={columns.expires} kind="date">
        <Group gap="xs" wrap="nowrap">
          <Day date={expiresAt} />
          {expiry && (
            <Badge variant="dot" color="red" tt="none" fw={400} miw="max-content">
              {expiry}
            </Badge>
          )}
        </Group>
      </Cell>
      <Cell label={columns.lastUsed} kind="date">
        {describeLastUse(apiKey, now)}
      </Cell>
      <Cell label={columns.agentCalls} kind="number extra">
        {calls === undefined ? texts.shell.nothing : formatNumber(calls)}
      </Cell>
      <Cell kind="actions">
        <IconAction
          icon={IconTrash}
          color="red"
          label={words.one(name)}
          tooltip={words.tooltip}
          onClick={deletion.open}
        />
        <DeleteApiKeyDialog
          account={account}
          apiKey={apiKey}
          opened={isDeleting}
          onClose={deletion.close}
          onDeleted={onDeleted}
        />
      </Cell>
    </Table.Tr>
  )
}

function Creator({ creator: { displayName, status } }: { creator: ApiKeyCreator }) {
  return (
    <span>
      {displayName}
      {status !== 'active' && (
        <Text component="span" display="block" size="xs" c="dimmed">
          {texts.apiKeys.creatorStatus[status]}
        </Text>
      )}
    </span>
  )
}
