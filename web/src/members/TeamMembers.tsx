import { Button, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { FailureAlert } from '../shell/FailureAlert.tsx'
import { MemberCard } from './MemberCard.tsx'
import { membersQuery } from './queries.ts'

/** Who sees the account's storybooks, to look at; changing that is for the settings. */
export function TeamMembers() {
  const { publicId: account } = useAccount()
  return (
    <Stack component="section" aria-labelledby="team-members">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h3" id="team-members">
            Team Members
          </Title>
          <Text c="dimmed">These users have access to your storybooks:</Text>
        </div>
        <Button
          component={Link}
          to={`/account/${account}/settings`}
          variant="default"
          leftSection={<IconSettings size={18} aria-hidden />}
        >
          Manage Users and Settings
        </Button>
      </Group>
      <Members account={account} />
    </Stack>
  )
}

function Members({ account }: { account: string }) {
  const { data: members, error, refetch } = useQuery(membersQuery(account))
  if (!members && error) {
    return <FailureAlert title="Failed to fetch users" error={error} retry={() => void refetch()} />
  }
  if (members?.length === 0) {
    return <Text>Nobody has access yet. Invite your team under Manage Users and Settings.</Text>
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} aria-busy={!members}>
      {members
        ? members.map((member) => (
            <MemberCard key={`${member.microsoftTenantId}/${member.oid}`} member={member} />
          ))
        : ['first', 'second'].map((name) => <Skeleton key={name} h={104} />)}
    </SimpleGrid>
  )
}
