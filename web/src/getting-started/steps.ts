import type { ApiKey } from '@plinth/contract/api-keys.ts'
import type { Member } from '@plinth/contract/members.ts'
import type { Storybook } from '@plinth/contract/storybooks.ts'

import { texts } from '../texts/texts.ts'

export interface Step {
  title: string
  description: string
  isDone: boolean
  /** The page of the step, relative to the account; signing up has none. */
  path?: string
}

interface Progress {
  storybooks: Pick<Storybook, 'versionCount'>[]
  members: Pick<Member, 'status'>[]
  apiKeys: Pick<ApiKey, 'id'>[]
}

/** Signing up comes first, then completed steps, then open ones. */
export function gettingStartedSteps({ storybooks, members, apiKeys }: Progress): Step[] {
  const signUp: Step = {
    ...texts.gettingStarted.steps.signUp,
    isDone: true,
  }
  const others: Step[] = [
    {
      ...texts.gettingStarted.steps.upload,
      isDone: storybooks.some(({ versionCount }) => versionCount > 0),
      path: 'storybooks',
    },
    {
      ...texts.gettingStarted.steps.invite,
      isDone: members.filter(({ status }) => status === 'active').length > 1,
      path: 'settings/users',
    },
    {
      ...texts.gettingStarted.steps.apiAccess,
      isDone: apiKeys.length > 0,
      path: 'settings/api',
    },
  ]
  return [signUp, ...others.toSorted((one, other) => Number(other.isDone) - Number(one.isDone))]
}
