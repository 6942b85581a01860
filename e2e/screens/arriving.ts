import { expect } from '@playwright/test'

import { heading, inAccount, text } from './screen.ts'
import type { Screen } from './screen.ts'

/** Before there is an account to work in. */
export const arriving: Screen[] = [
  { name: 'sign-in', by: 'nobody', at: () => '/', until: heading('Sign in') },
  { name: 'no-access', by: 'stranger', at: () => '/', until: heading('No access yet') },
  { name: 'setup-error', by: 'stranger', at: () => '/signup', until: text('Setup Error') },
  {
    name: 'invitation-error',
    by: 'stranger',
    at: () => `/acceptInvite/${'0'.repeat(32)}`,
    until: text('Return to Home'),
  },
  {
    name: 'invitation-question',
    by: 'stranger',
    at: ({ invitation }) => `/acceptInvite/${invitation}`,
    until: async (page) => expect(page.getByRole('button', { name: 'Join' })).toBeEnabled(),
  },
  {
    name: 'agent-question',
    by: 'ada',
    at: ({ agentRequest }) => agentRequest,
    until: async (page) => expect(page.getByRole('button', { name: 'Allow' })).toBeEnabled(),
  },
  {
    name: 'agent-expired',
    by: 'ada',
    at: () => '/authorize/expired',
    until: text('start again in your agent'),
  },
  { name: 'select-account', by: 'consultant', at: () => '/', until: heading('Select an Account') },
  {
    name: 'account-not-found',
    by: 'consultant',
    at: () => '/account/nothing',
    until: text('Account not found'),
  },
  { name: 'page-not-found', by: 'ada', at: inAccount('nothing'), until: heading(/not found/i) },
]
