import type { ReactNode } from 'react'

import { sentence } from '../sentence.ts'

export const subscriptions = {
  title: 'Subscriptions',
  description: (marketplace: ReactNode) =>
    sentence`The plans bought for this account. Change plans and seats in ${marketplace}.`,
  /** In a sentence, as a link. */
  marketplace: 'the marketplace',
  loading: 'Loading subscriptions...',
  empty: 'No active subscriptions found.',
  fetchFailed: 'Failed to fetch subscriptions',
  columns: {
    name: 'Name',
    status: 'Status',
    plan: 'Plan',
    quantity: 'Quantity',
    created: 'Created',
    lastUpdated: 'Last Updated',
  },
  statuses: {
    inactive: 'Inactive',
    active: 'Active',
    suspended: 'Suspended',
    cancelled: 'Cancelled',
    unknown: 'Unknown',
  },
  banner: {
    suspended: 'The subscription of this account is suspended',
    ended: 'The subscription of this account has ended',
    text: 'Uploads are refused until there is an active subscription. Viewing still works, and nothing is deleted.',
    show: 'Show subscriptions',
  },

  signup: {
    title: 'Account setup',
    processing: 'Setting up your account...',
    done: 'Account set up successfully',
    ready: 'Your account is ready',
    opening: 'The dashboard opens in a moment.',
    namesake: (name: string) =>
      `You belong to another account named ${name}. This purchase has an account of its own, and nothing was moved. You can rename either in its settings.`,
    goToDashboard: 'Go to Dashboard',
    switchAccount: 'Switch Account',
    errors: {
      title: 'Setup Error',
      advice: (mailbox: ReactNode) => sentence`If this keeps happening, contact support at ${mailbox}.`,
      noToken: 'No setup token provided. Please start the setup process from Microsoft AppSource.',
      noOrganization: 'Organization not found',
      organizationRefused: (reason: string) => `Failed to get organization: ${reason}`,
    },
  },
}
