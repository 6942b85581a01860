import { Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ConnectedAgent } from '@plinth/contract/connected-agents.ts'
import { IconPlugConnectedX, IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { Cell, DataTable, HeadCell, TableSkeleton } from '../shell/DataTable.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { IconAction } from '../shell/IconAction.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { useDisconnectAgent } from './mutations.ts'
import { connectedAgentsQuery } from './queries.ts'

/** The coding agents that the person has allowed to read storybooks. */
export function ConnectedAgentsSection() {
  const section = useRef<HTMLElement>(null)
  const { title, description } = texts.connectedAgents.list
  return (
    <Section ref={section} id="connected-agents" title={title} description={description}>
      <ConnectedAgents onDisconnected={() => section.current?.focus({ preventScroll: true })} />
    </Section>
  )
}

function ConnectedAgents({ onDisconnected }: { onDisconnected: () => void }) {
  const { data, error, refetch } = useQuery(connectedAgentsQuery)
  const { table, empty, columns } = texts.connectedAgents.list
  if (!data && error) {
    return <ErrorAlert title={texts.shell.fetchFailed} error={error} retry={() => void refetch()} />
  }
  if (!data) return <TableSkeleton />
  if (data.length === 0) return <EmptyState icon={IconRobot}>{empty}</EmptyState>
  const head = (
    <>
      <HeadCell>{columns.agent}</HeadCell>
      <HeadCell>{columns.account}</HeadCell>
      <HeadCell>{columns.connected}</HeadCell>
      <HeadCell>{columns.lastUsed}</HeadCell>
      <HeadCell kind="actions">{texts.shell.actions}</HeadCell>
    </>
  )
  return (
    <DataTable label={table} head={head}>
      {data.map((agent) => (
        <Row key={agent.id} agent={agent} onDisconnected={onDisconnected} />
      ))}
    </DataTable>
  )
}

function Row({ agent, onDisconnected }: { agent: ConnectedAgent; onDisconnected: () => void }) {
  const { id, accountName, connectedAt, lastUsedAt } = agent
  const { list, disconnection: words } = texts.connectedAgents
  const [isDisconnecting, disconnection] = useDisclosure()
  const host = agent.clientHost ?? agent.redirectHost
  const name = agent.name ?? host ?? texts.connectedAgents.unnamed
  return (
    <Table.Tr>
      <Cell label={list.columns.agent} kind="text">
        <bdi>{name}</bdi>
        {host !== null && host !== name && (
          <Text size="xs" c="dimmed">
            {host}
          </Text>
        )}
      </Cell>
      <Cell label={list.columns.account} kind="text">
        {accountName}
      </Cell>
      <Cell label={list.columns.connected} kind="date">
        <RelativeTime date={connectedAt} />
      </Cell>
      <Cell label={list.columns.lastUsed} kind="date">
        {lastUsedAt === null ? list.neverUsed : <RelativeTime date={lastUsedAt} />}
      </Cell>
      <Cell kind="actions">
        <IconAction
          icon={IconPlugConnectedX}
          color="red"
          label={words.one(name, accountName)}
          tooltip={words.tooltip}
          onClick={disconnection.open}
        />
        <ConfirmDialog
          opened={isDisconnecting}
          action={words.action}
          errorTitle={words.failed}
          question={words.question(<b>{name}</b>, <b>{accountName}</b>)}
          mutation={useDisconnectAgent(id, onDisconnected)}
          onClose={disconnection.close}
        />
      </Cell>
    </Table.Tr>
  )
}
