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
    empty: 'There are no accounts yet.',
    noMatch: 'No accounts match this search.',
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
    inTrash: (bytes: string) => `${bytes} in the trash`,
    noOwner: 'No Owner yet',
    invitedOwner: (email: ReactNode) => sentence`No Owner yet: ${email} is invited`,
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
    tenantIdDescription: 'The directory its members sign in with (optional)',
    tenantIdInvalid: 'A tenant id is a GUID',
    ownerEmail: "Owner's email",
    ownerEmailDescription: 'You get an invitation link for the first Owner (optional)',
    done: (name: string) => `${name} created`,
    ready: (name: ReactNode) => sentence`${name} is ready. Whoever opens this link becomes its Owner.`,
    link: 'Owner invitation link',
  },
  ownerInvitation: {
    title: 'Invite Owner',
    tooltip: 'Invite Owner',
    one: (name: string) => `Invite an Owner to ${name}`,
    action: 'Create Link',
    failed: 'Failed to invite the Owner',
    explanation: (name: ReactNode) =>
      sentence`You get a link for the first Owner of ${name}. Owner links created earlier stop working at once.`,
    ready: (email: ReactNode, name: string) =>
      sentence`Share this link with ${email}. Whoever opens it becomes the Owner of ${name}. Earlier links no longer work.`,
  },
  deletion: {
    tooltip: 'Delete account',
    one: (name: string) => `Delete ${name}`,
    conditions: 'Deletion requires no storybooks, no portal users and no active subscriptions.',
  },
}
