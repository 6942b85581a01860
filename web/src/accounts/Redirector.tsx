import { Container } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'

import { hasGettingStarted } from '../getting-started/has-getting-started.ts'
import { membersQuery } from '../members/queries.ts'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { PageSkeleton } from '../shell/PageSkeleton.tsx'
import { storybooksQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'
import { useAccount } from './AccountLayout.tsx'

/** With fewer members, or without storybooks, the account opens on Getting Started. */
const minimumMembers = 2

export function Redirector() {
  const { publicId, role } = useAccount()
  const storybooks = useQuery(storybooksQuery(publicId))
  const members = useQuery(membersQuery(publicId))
  if (!storybooks.data || !members.data) {
    const error = storybooks.error ?? members.error
    if (!error) return <PageSkeleton />
    const retry = () => void Promise.all([storybooks.refetch(), members.refetch()])
    return (
      <Container size="xs" py={64}>
        <ErrorAlert title={texts.shell.fetchFailed} error={error} retry={retry} />
      </Container>
    )
  }
  const activeMembers = members.data.filter((member) => member.status === 'active')
  const isNew = storybooks.data.length === 0 || activeMembers.length < minimumMembers
  const page = isNew && hasGettingStarted(role) ? 'getting-started' : 'storybooks'
  return <Navigate to={`/account/${publicId}/${page}`} replace />
}
