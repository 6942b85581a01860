import { Alert, Button, Group, List, Text } from '@mantine/core'
import { ApiError } from '@plinth/contract/client.ts'
import type { AgentRequest } from '@plinth/contract/connected-agents.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { BusyLine } from '../shell/BusyLine.tsx'
import { ChosenName } from '../shell/ChosenName.tsx'
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
  if (status === 410) return <ErrorAlert title={expired.title}>{expired.text}</ErrorAlert>
  if (error && !request) return <ErrorAlert title={failed} error={error} retry={() => void refetch()} />
  if (!request) return <BusyLine>{checking}</BusyLine>
  return <Question uid={uid} request={request} />
}

function NoAccess({ uid }: { uid: string }) {
  const { noAccess, decideFailed } = texts.connectedAgents.request
  const { mutate, isPending, error } = useDecideAgentRequest(uid)
  return (
    <>
      <ErrorAlert title={noAccess.title}>{noAccess.text}</ErrorAlert>
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
      <Text>
        {question(
          <ChosenName>{name ?? clientHost ?? texts.connectedAgents.unnamed}</ChosenName>,
          <ChosenName>{accountName}</ChosenName>,
        )}
      </Text>
      <List spacing={4}>
        <List.Item>
          {clientHost === null ? origin.unknown : origin.known(<ChosenName>{clientHost}</ChosenName>)}
        </List.Item>
        <List.Item>
          {redirectHost === null
            ? destination.ownMachine
            : destination.host(<ChosenName>{redirectHost}</ChosenName>)}
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
