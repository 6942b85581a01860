import { Table } from '@mantine/core'
import { IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { Cell, DataTable, HeadCell, TableSkeleton } from '../shell/DataTable.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { formatDay } from '../shell/formats.ts'
import { Section } from '../shell/Section.tsx'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import { callsOf } from './calls-of.ts'
import { agentCallsQuery } from './queries.ts'

export function AgentCallsSection({ account }: { account: string }) {
  const { title, description } = texts.mcp.calls
  return (
    <Section id="agent-calls" title={title} description={description}>
      <AgentCalls account={account} />
    </Section>
  )
}

function AgentCalls({ account }: { account: string }) {
  const { data: agents, error, refetch } = useQuery(agentCallsQuery(account))
  const { columns, empty, table, fetchFailed } = texts.mcp.calls
  if (!agents && error) {
    return <ErrorAlert title={fetchFailed} error={error} retry={() => void refetch()} />
  }
  if (!agents) return <TableSkeleton />
  if (agents.length === 0) return <EmptyState icon={IconRobot}>{empty}</EmptyState>
  return (
    <DataTable
      label={table}
      head={
        <>
          <HeadCell>{columns.key}</HeadCell>
          <HeadCell kind="number">{columns.calls}</HeadCell>
          <HeadCell>{columns.lastDay}</HeadCell>
        </>
      }
    >
      {agents.map((agent) => (
        <Table.Tr key={`${agent.apiKeyId} ${agent.name} ${agent.person}`}>
          <Cell label={columns.key} kind="text">
            {agent.person === null ? agent.name : texts.mcp.calls.ofPerson(agent.name, agent.person)}
          </Cell>
          <Cell label={columns.calls} kind="number">
            {formatNumber(callsOf(agent))}
          </Cell>
          <Cell label={columns.lastDay} kind="date">
            {agent.days[0] ? <DayOfCalls day={agent.days[0].day} /> : texts.shell.nothing}
          </Cell>
        </Table.Tr>
      ))}
    </DataTable>
  )
}

/** Calls are counted by days in UTC: noon there is the same day nearly everywhere. */
const DayOfCalls = ({ day }: { day: string }) => <time dateTime={day}>{formatDay(`${day}T12:00:00Z`)}</time>
