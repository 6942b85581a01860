import { Anchor, Code, Stack, Tabs, Text } from '@mantine/core'
import { can } from '@plinth/contract/roles.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { ShellChoice } from '../commands/ShellChoice.tsx'
import { useShell } from '../commands/use-shell.ts'
import { CodeBlock } from '../contents/CodeBlock.tsx'
import { originForPrograms } from '../origin-for-programs.ts'
import { texts } from '../texts/texts.ts'
import { agentClients, keyVariable } from './clients.ts'
import type { AgentClient } from './clients.ts'

/** The lines to copy for each client: with an API key, and with signing in. */
export function ClientSetup({ path }: { path: string }) {
  const [shell, chooseShell] = useShell()
  const clients = agentClients({
    shell,
    address: location.origin + path,
    addressForKeys: originForPrograms() + path,
  })
  return (
    <Tabs defaultValue="claude-code" keepMounted={false}>
      <Tabs.List mb="md">
        {clients.map((client) => (
          <Tabs.Tab key={client.id} value={client.id}>
            {nameOf(client)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {clients.map((client) => (
        <Tabs.Panel key={client.id} value={client.id}>
          <ClientLines client={client} choice={<ShellChoice shell={shell} onChange={chooseShell} />} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

const nameOf = ({ id }: AgentClient) => texts.mcp.clientNames[id]

function ClientLines({ client, choice }: { client: AgentClient; choice: ReactNode }) {
  const words = texts.mcp
  return (
    <Stack gap="lg">
      {client.withKey.place === 'terminal' && choice}
      <Way
        title={words.withKey}
        note={<KeyNote lines={client.withKey.lines} />}
        client={client}
        {...client.withKey}
      />
      <Way title={words.withSignIn} note={words.signIn} client={client} {...client.withSignIn} />
    </Stack>
  )
}

type WayProps = AgentClient['withKey'] & { title: string; note: ReactNode; client: AgentClient }

function Way({ title, note, client, place, lines }: WayProps) {
  return (
    <Stack gap={6}>
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed">
        {note} {placeText(place)}:
      </Text>
      <CodeBlock code={lines} copyLabel={texts.mcp.copyLines(nameOf(client))} isNeverFolded />
    </Stack>
  )
}

function placeText(place: AgentClient['withKey']['place']): ReactNode {
  if (place === 'terminal') return texts.mcp.inTerminal
  return place === 'settings' ? texts.mcp.inSettings : texts.mcp.inFile(<Code>{place.file}</Code>)
}

function KeyNote({ lines }: { lines: string }) {
  const { publicId: account, role } = useAccount()
  const { createKey, askForKey, key, keyInVariable } = texts.mcp
  const start = can(role, 'manageApiKeys') ? (
    <Anchor component={Link} to={`/account/${account}/settings/api`} size="sm">
      {createKey}
    </Anchor>
  ) : (
    askForKey
  )
  return lines.includes(keyVariable) ? keyInVariable(start, <Code>{keyVariable}</Code>) : key(start)
}
