import { Code, Stack, Table } from '@mantine/core'
import { addressOf } from '@plinth/contract/client.ts'
import { callMcp } from '@plinth/contract/mcp.ts'
import { can } from '@plinth/contract/roles.ts'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { CodeBlock } from '../contents/CodeBlock.tsx'
import { Cell, DataTable, HeadCell } from '../shell/DataTable.tsx'
import { Page } from '../shell/Page.tsx'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { AgentCallsSection } from './AgentCallsSection.tsx'
import { ClientSetup } from './ClientSetup.tsx'

/** How a coding agent reaches the account's MCP endpoint, what it can do there, and how often agents did. */
export function ConnectAgentPage() {
  const { publicId: account, role } = useAccount()
  const words = texts.mcp
  const path = addressOf(callMcp, { account })
  return (
    <Page title={words.title} description={words.description}>
      <Stack gap={40}>
        <Section id="agent-address" title={words.address} description={words.addressDescription}>
          <CodeBlock code={location.origin + path} copyLabel={words.copyAddress} />
        </Section>
        <Section id="agent-clients" title={words.clients} description={words.clientsDescription}>
          <ClientSetup path={path} />
        </Section>
        <Section id="agent-tools" title={words.tools} description={words.toolsDescription}>
          <Tools />
        </Section>
        {can(role, 'manageApiKeys') && <AgentCallsSection account={account} />}
      </Stack>
    </Page>
  )
}

function Tools() {
  const { columns, toolTable, toolPurposes } = texts.mcp
  return (
    <DataTable
      label={toolTable}
      head={
        <>
          <HeadCell>{columns.tool}</HeadCell>
          <HeadCell>{columns.purpose}</HeadCell>
        </>
      }
    >
      {Object.entries(toolPurposes).map(([tool, purpose]) => (
        <Table.Tr key={tool}>
          <Cell label={columns.tool}>
            <span>
              <Code>{tool}</Code>
            </span>
          </Cell>
          <Cell label={columns.purpose} kind="text">
            {purpose}
          </Cell>
        </Table.Tr>
      ))}
    </DataTable>
  )
}
