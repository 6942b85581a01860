import type { ReactNode } from 'react'

import { sentence } from '../sentence.ts'

export const signup = {
  title: 'Account setup',
  processing: 'Setting up your account...',
  done: 'Account set up successfully',
  ready: 'Your account is ready',
  opening: 'The dashboard opens in a moment.',
  goToDashboard: 'Go to Dashboard',
  switchAccount: 'Switch Account',
  errors: {
    title: 'Setup Error',
    advice: (mailbox: ReactNode) => sentence`If this keeps happening, contact support at ${mailbox}.`,
    noToken: 'No setup token provided. Please start the setup process from Microsoft AppSource.',
    noOrganization: 'Organization not found',
    organizationRefused: (reason: string) => `Failed to get organization: ${reason}`,
  },
}
