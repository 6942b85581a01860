import type { ApiKey } from '@plinth/contract/api-keys.ts'
import type { Member } from '@plinth/contract/members.ts'
import type { Storybook } from '@plinth/contract/storybooks.ts'

export interface Step {
  title: string
  description: string
  isDone: boolean
  /** Where it is done, below the account's address. */
  path: string
}

interface Progress {
  storybooks: Pick<Storybook, 'versionCount'>[]
  members: Pick<Member, 'status'>[]
  apiKeys: Pick<ApiKey, 'id'>[]
}

/** What is behind a new account and what lies ahead: signing up first, then what is done, then what is not. */
export function stepsOf({ storybooks, members, apiKeys }: Progress): Step[] {
  const signUp: Step = {
    title: 'Sign Up',
    description: 'Your account is set up and you are signed in.',
    isDone: true,
    path: '',
  }
  const others: Step[] = [
    {
      title: 'Upload Your First Storybook',
      description: 'Zip a static build, upload it, and share the link.',
      isDone: storybooks.some(({ versionCount }) => versionCount > 0),
      path: 'storybooks',
    },
    {
      title: 'Invite Team Members',
      description: 'Send colleagues a link; they join with their work account.',
      isDone: members.filter(({ status }) => status === 'active').length > 1,
      path: 'settings/users',
    },
    {
      title: 'Configure CI/CD API Access',
      description: 'Create an API key and let every build publish itself.',
      isDone: apiKeys.length > 0,
      path: 'settings/api',
    },
  ]
  return [signUp, ...others.toSorted((one, other) => Number(other.isDone) - Number(one.isDone))]
}
