import { Alert, Button, Code, Group, Text } from '@mantine/core'
import { can } from '@plinth/contract/roles.ts'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { IconGitBranch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { proposedMainBranchQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'
import { useSetMainBranch } from './mutations.ts'

import classes from './MainBranchProposal.module.css'

interface MainBranchProposalProps {
  storybook: Storybook
}

/** Offers a main branch for a storybook without one, to those who may choose it, until somebody does. */
export function MainBranchProposal({ storybook: { publicId, mainBranch } }: MainBranchProposalProps) {
  const { publicId: account, role } = useAccount()
  const isAsked = mainBranch === null && can(role, 'editStorybooks')
  const { data } = useQuery({ ...proposedMainBranchQuery(account, publicId), enabled: isAsked })
  const { mutate, isPending, variables } = useSetMainBranch(account, publicId)
  const proposed = data?.mainBranch ?? null
  if (!isAsked || proposed === null) return null
  const words = texts.versions.mainBranch
  return (
    <Alert variant="light" icon={<IconGitBranch />} title={words.title(proposed)} className={classes.notice}>
      <Text size="sm">{words.text(<Code className={classes.branch}>{proposed}</Code>)}</Text>
      <Group gap="xs" mt="sm">
        <Button
          size="xs"
          loading={isPending && variables !== null}
          disabled={isPending}
          onClick={() => mutate(proposed)}
        >
          {words.accept(proposed)}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={isPending && variables === null}
          disabled={isPending}
          onClick={() => mutate(null)}
        >
          {words.dismiss}
        </Button>
      </Group>
    </Alert>
  )
}
