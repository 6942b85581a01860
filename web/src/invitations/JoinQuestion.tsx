import { Button, Group, List, Text } from '@mantine/core'

import { ChosenName } from '../shell/ChosenName.tsx'
import { useClickGuard } from '../shell/use-click-guard.ts'
import { useSession } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'

interface JoinQuestionProps {
  organization: string
  join: () => void
  decline: () => void
}

/** Asks for consent before the user joins an account of another organisation, whose members will see who they are. */
export function JoinQuestion({ organization, join, decline }: JoinQuestionProps) {
  const { person } = useSession()
  const isReady = useClickGuard()
  const { invitation, disclosure, disclosed, joinAction, notNow } = texts.invitations.redemption.question
  return (
    <>
      <Text>{invitation(<ChosenName>{organization}</ChosenName>)}</Text>
      <div>
        <Text>{disclosure}</Text>
        <List mt="xs" spacing={4}>
          {disclosed(person).map((fact) => (
            <List.Item key={fact}>{fact}</List.Item>
          ))}
        </List>
      </div>
      <Group>
        <Button onClick={join} disabled={!isReady}>
          {joinAction}
        </Button>
        <Button variant="default" onClick={decline}>
          {notNow}
        </Button>
      </Group>
    </>
  )
}
