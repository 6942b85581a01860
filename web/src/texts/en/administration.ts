import type { ReactNode } from 'react'

import { sentence } from '../sentence.ts'

/** The operator's area. */
export const administration = {
  title: 'Administration',
  links: { accounts: 'Accounts', marketplace: 'Marketplace', audit: 'Audit log' },

  accounts: {
    title: 'Accounts',
    description: 'All accounts of this portal',
    search: 'Search accounts',
    empty: 'There is no account yet.',
    noMatch: 'No account matches this search.',
    onlyFirst: (count: string) => `Only the first ${count} are listed. Search to find others.`,
    columns: {
      name: 'Name',
      id: 'ID',
      tenantId: 'Tenant ID',
      users: 'Users',
      storybooks: 'Storybooks',
      storage: 'Storage',
      created: 'Created',
    },
    /** After how much is stored. */
    storageLimit: (limit: string) => `of ${limit}`,
    copyId: (name: string) => `Copy the ID of ${name}`,
    copyTenantId: (name: string) => `Copy the tenant ID of ${name}`,
  },
  creation: {
    title: 'Create Account',
    action: 'Create Account',
    failed: 'Failed to create account',
    name: 'Name',
    nameMissing: 'A name is required',
    tenantId: 'Tenant ID',
    tenantIdDescription: 'The directory its people sign in with (optional)',
    tenantIdInvalid: 'A tenant id is a GUID',
    ownerEmail: "Owner's email",
    ownerEmailDescription: 'You get an invitation link for the first Owner (optional)',
    done: (name: string) => `${name} created`,
    ready: (name: ReactNode) => sentence`${name} is ready. Whoever opens this link becomes its Owner.`,
    link: 'Owner invitation link',
  },

  marketplace: {
    title: 'Marketplace subscriptions',
    description: 'What the marketplace says was bought',
    empty: 'Nothing has been bought yet.',
    columns: { account: 'Account', beneficiary: 'Beneficiary' },
    notSetUp: 'Not set up',
    details: 'Details and operations',
    detailsOf: (name: string) => `Details of ${name}`,
    facts: {
      status: 'Status',
      subscriptionId: 'Subscription ID',
      plan: 'Offer and plan',
      account: 'Account',
      beneficiary: 'Beneficiary',
      tenantId: 'Tenant ID',
      created: 'Created',
      lastUpdated: 'Last Updated',
    },
    copySubscriptionId: 'Copy the subscription ID',
    copyAccountId: 'Copy the account ID',
    copyTenantId: 'Copy the tenant ID',
    operation: 'Operation ID',
    operationPlaceholder: 'From the audit log or a webhook',
    lookUp: 'Look up',
  },

  audit: {
    title: 'Audit log',
    description: 'Every change in all accounts, newest first',
  },
}
