import { Button, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { FailureAlert } from '../shell/FailureAlert.tsx'
import { Section } from '../shell/Section.tsx'
import { MemberCard } from './MemberCard.tsx'
import { membersQuery } from './queries.ts'

/** Who sees the account's storybooks, to look at; changing that is for the settings. */
export function TeamMembers() {
  const { publicId: account } = useAccount()
  return (
    <Section
      id="team-members"
      title="Team Members"
      description="These users have access to your storybooks:"
      action={
        <Button
          component={Link}
          to={`/account/${account}/settings`}
          variant="default"
          leftSection={<IconSettings size={18} aria-hidden />}
        >
          Manage Users and Settings
        </Button>
      }
    >
      <Members account={account} />
    </Section>
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
