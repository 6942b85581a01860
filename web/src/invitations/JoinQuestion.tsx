import { Button, Group, List, Text } from '@mantine/core'

import { useSession } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { useClickGuard } from './use-click-guard.ts'

interface JoinQuestionProps {
  organization: string
  join: () => void
  decline: () => void
}

/** Asked before somebody joins another organisation than their own, which then learns who they are. */
export function JoinQuestion({ organization, join, decline }: JoinQuestionProps) {
  const { person } = useSession()
  const isSettled = useClickGuard()
  const { invites, learns, learned, joinAction, notNow } = texts.invitations.redemption.question
  return (
    <>
      {/* Its name is its own choice: it must not look like part of the sentence. */}
      <Text>
        {invites(
          <Text span fw={700} component="bdi">
            {organization}
          </Text>,
        )}
      </Text>
      <div>
        <Text>{learns}</Text>
        <List mt="xs" spacing={4}>
          {learned(person).map((fact) => (
            <List.Item key={fact}>{fact}</List.Item>
          ))}
        </List>
      </div>
      <Group>
        <Button onClick={join} disabled={!isSettled}>
          {joinAction}
        </Button>
        <Button variant="default" onClick={decline}>
          {notNow}
        </Button>
      </Group>
    </>
  )
}
