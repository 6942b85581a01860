import { Alert, Button, Group, List, Loader, Text } from '@mantine/core'
import { ApiError } from '@plinth/contract/client.ts'
import type { AgentRequest } from '@plinth/contract/connected-agents.ts'
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { PublicFrame } from '../shell/PublicFrame.tsx'
import { useClickGuard } from '../shell/use-click-guard.ts'
import { texts } from '../texts/texts.ts'
import { useDecideAgentRequest } from './mutations.ts'
import { agentRequestQuery } from './queries.ts'

/** Where an MCP client sends people who want to connect it. They are signed in already, since every page requires that. */
export function AuthorizePage() {
  const { uid = '' } = useParams()
  return (
    <PublicFrame title={texts.connectedAgents.request.title}>
      <Request uid={uid} />
    </PublicFrame>
  )
}

function Request({ uid }: { uid: string }) {
  const { data: request, error, refetch } = useQuery(agentRequestQuery(uid))
  const { checking, failed, expired } = texts.connectedAgents.request
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 404) return <NoAccess uid={uid} />
  if (status === 410) return <Refusal title={expired.title} text={expired.text} />
  if (error) return <ErrorAlert title={failed} error={error} retry={() => void refetch()} />
  if (!request) {
    return (
      <Group aria-busy="true">
        <Loader size="sm" />
        <Text>{checking}</Text>
      </Group>
    )
  }
  return <Question uid={uid} request={request} />
}

function Refusal({ title, text }: { title: string; text: string }) {
  return (
    <Alert color="red" variant="light" title={title} icon={<IconAlertCircle />}>
      {text}
    </Alert>
  )
}

function NoAccess({ uid }: { uid: string }) {
  const { noAccess, decideFailed } = texts.connectedAgents.request
  const { mutate, isPending, error } = useDecideAgentRequest(uid)
  return (
    <>
      <Refusal title={noAccess.title} text={noAccess.text} />
      {error && <ErrorAlert title={decideFailed} error={error} />}
      <Group>
        <Button variant="default" onClick={() => mutate(false)} loading={isPending}>
          {noAccess.goBack}
        </Button>
      </Group>
    </>
  )
}

function Question({ uid, request }: { uid: string; request: AgentRequest }) {
  const { name, clientHost, redirectHost, accountName } = request
  const { question, origin, destination, meaning, warning, allow, decideFailed } =
    texts.connectedAgents.request
  const isReady = useClickGuard()
  const { mutate, isPending, isSuccess, error } = useDecideAgentRequest(uid)
  // Also while the browser leaves the page.
  const isDecided = isPending || isSuccess
  return (
    <>
      {/* Others choose these names, so they must stand out from the sentences. */}
      <Text>
        {question(
          <Name>{name ?? clientHost ?? texts.connectedAgents.unnamed}</Name>,
          <Name>{accountName}</Name>,
        )}
      </Text>
      <List spacing={4}>
        <List.Item>
          {clientHost === null ? origin.unknown : origin.known(<Name>{clientHost}</Name>)}
        </List.Item>
        <List.Item>
          {redirectHost === null ? destination.ownMachine : destination.host(<Name>{redirectHost}</Name>)}
        </List.Item>
      </List>
      <Text>{meaning}</Text>
      <Alert color="gray" variant="light" icon={<IconInfoCircle />}>
        {warning}
      </Alert>
      {error && <ErrorAlert title={decideFailed} error={error} />}
      <Group>
        <Button onClick={() => mutate(true)} disabled={!isReady} loading={isDecided}>
          {allow}
        </Button>
        <Button variant="default" onClick={() => mutate(false)} disabled={isDecided}>
          {texts.shell.cancel}
        </Button>
      </Group>
    </>
  )
}

function Name({ children }: { children: string }) {
  return (
    <Text span fw={700} component="bdi" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  )
}
