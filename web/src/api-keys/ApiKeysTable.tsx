import { Badge, Code, Group, Table } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ApiKey } from '@plinth/contract/api-keys.ts'
import { IconTrash } from '@tabler/icons-react'

import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { Day } from '../shell/Day.tsx'
import { IconAction } from '../shell/IconAction.tsx'
import { RelativeTime, useNow } from '../shell/RelativeTime.tsx'
import { DeleteApiKeyDialog } from './DeleteApiKeyDialog.tsx'
import { describeEnd, describeUse } from './key-facts.ts'

interface ApiKeysTableProps {
  account: string
  /** Newest first. */
  keys: ApiKey[]
  onDeleted: () => void
}

export function ApiKeysTable({ account, keys, onDeleted }: ApiKeysTableProps) {
  return (
    <DataTable label="API keys" head={head}>
      {keys.map((apiKey) => (
        <ApiKeyRow key={apiKey.id} account={account} apiKey={apiKey} onDeleted={onDeleted} />
      ))}
    </DataTable>
  )
}

const head = (
  <>
    <HeadCell>Name</HeadCell>
    <HeadCell>Created</HeadCell>
    <HeadCell>Key Preview</HeadCell>
    <HeadCell>Expires</HeadCell>
    <HeadCell>Last used</HeadCell>
    <HeadCell kind="actions">Actions</HeadCell>
  </>
)

interface ApiKeyRowProps {
  account: string
  apiKey: ApiKey
  onDeleted: () => void
}

function ApiKeyRow({ account, apiKey, onDeleted }: ApiKeyRowProps) {
  const { name, createdAt, keyPreview, expiresAt } = apiKey
  const now = useNow()
  const [isDeleting, deletion] = useDisclosure()
  const end = describeEnd(apiKey, now)
  return (
    <Table.Tr>
      <Cell label="Name" kind="text">
        {name}
      </Cell>
      <Cell label="Created" kind="date">
        <RelativeTime date={createdAt} />
      </Cell>
      <Cell label="Key Preview">
        <span>
          <Code>{keyPreview}</Code>
        </span>
      </Cell>
      <Cell label="Expires" kind="date">
        <Group gap="xs" wrap="nowrap">
          <Day date={expiresAt} />
          {end && (
            <Badge variant="dot" color="red" tt="none" fw={500} miw="max-content">
              {end}
            </Badge>
          )}
        </Group>
      </Cell>
      <Cell label="Last used" kind="date">
        {describeUse(apiKey, now)}
      </Cell>
      <Cell kind="actions">
        <IconAction
          icon={IconTrash}
          color="red"
          label={`Delete API key ${name}`}
          tooltip="Delete API key"
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
