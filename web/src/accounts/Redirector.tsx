import { Alert, Button, Container, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'

import { membersQuery } from '../members/queries.ts'
import { LoadingScreen } from '../shell/LoadingScreen.tsx'
import { storybooksQuery } from '../storybooks/queries.ts'
import { useAccount } from './AccountLayout.tsx'

/** A team is at work once there is something to see and somebody to see it with. */
const fewestMembers = 2

export function Redirector() {
  const { publicId } = useAccount()
  const storybooks = useQuery(storybooksQuery(publicId))
  const members = useQuery(membersQuery(publicId))
  const error = storybooks.error ?? members.error
  if (error) {
    return (
      <RedirectorError
        message={error.message}
        retry={() => void Promise.all([storybooks.refetch(), members.refetch()])}
      />
    )
  }
  if (!storybooks.data || !members.data) return <LoadingScreen />

  const activeMembers = members.data.filter((member) => member.status === 'active')
  const isNew = storybooks.data.length === 0 || activeMembers.length < fewestMembers
  return <Navigate to={`/account/${publicId}/${isNew ? 'getting-started' : 'storybooks'}`} replace />
}

function RedirectorError({ message, retry }: { message: string; retry: () => void }) {
  return (
    <Container size="xs" py={64}>
      <Alert color="red" variant="light" title="Failed to fetch data" icon={<IconAlertCircle />}>
        <Stack align="flex-start">
          <Text size="sm">{message}</Text>
          <Button color="red" variant="light" onClick={retry}>
            Try again
          </Button>
        </Stack>
      </Alert>
    </Container>
  )
}
