import { Button, Group, List, Text } from '@mantine/core'
import type { InvitationFacts } from '@plinth/contract/problems.ts'

import { ChosenName } from '../shell/ChosenName.tsx'
import { useClickGuard } from '../shell/use-click-guard.ts'
import { useSession } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'

interface JoinQuestionProps {
  invitation: InvitationFacts
  join: () => void
  decline: () => void
}

/** Asks for consent before the user joins an account of another organisation, whose members will see who they are. */
export function JoinQuestion({ invitation, join, decline }: JoinQuestionProps) {
  const { person } = useSession()
  const isReady = useClickGuard()
  const { organizationName, role, invitedBy } = invitation
  const { asRole, question } = texts.invitations.redemption
  const { disclosure, disclosed, joinAction, notNow } = question
  const organization = <ChosenName>{organizationName}</ChosenName>
  return (
    <>
      <Text>
        {invitedBy === null
          ? question.invitation(organization)
          : question.invitationBy(<ChosenName>{invitedBy}</ChosenName>, organization)}{' '}
        {asRole(texts.members.roles[role], texts.members.meanings[role])}
      </Text>
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
