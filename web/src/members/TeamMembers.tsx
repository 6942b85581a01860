import { Button, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { can } from '@plinth/contract/roles.ts'
import { IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { MemberCard } from './MemberCard.tsx'
import { membersQuery } from './queries.ts'

/** The members of the account, read-only; the settings page manages them. */
export function TeamMembers() {
  const { publicId: account, role } = useAccount()
  return (
    <Section
      id="team-members"
      title={texts.members.team.title}
      description={texts.members.team.description}
      action={
        can(role, 'manageMembers') && (
          <Button
            component={Link}
            to={`/account/${account}/settings`}
            variant="default"
            leftSection={<IconSettings size={18} aria-hidden />}
          >
            {texts.members.team.manage}
          </Button>
        )
      }
    >
      <Members account={account} />
    </Section>
  )
}

function Members({ account }: { account: string }) {
  const { data: members, error, refetch } = useQuery(membersQuery(account))
  if (!members && error) {
    return <ErrorAlert title={texts.members.fetchFailed} error={error} retry={() => void refetch()} />
  }
  if (members?.length === 0) {
    return <Text>{texts.members.team.empty}</Text>
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
