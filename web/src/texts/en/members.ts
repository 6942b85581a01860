import type { Role } from '@plinth/contract/roles.ts'
import type { ReactNode } from 'react'

import { sentence } from '../sentence.ts'

const roles: Record<Role, string> = { Owner: 'Owner', User: 'User', Viewer: 'Viewer' }

const meanings: Record<Role, string> = {
  Owner: 'May also manage Owners, roles, retention and webhooks, and rename or delete the account',
  User: 'May publish, invite people and manage API keys',
  Viewer: 'May look at storybooks and versions, and change nothing',
}

export const members = {
  team: {
    title: 'Team Members',
    description: 'These users have access to your storybooks:',
    manage: 'Manage Users and Settings',
    empty: 'Nobody has access yet. Invite your team under Manage Users and Settings.',
  },
  users: {
    title: 'Users',
    description:
      'These people have access to all storybooks of the account. Their role says what they may do.',
    invite: 'Invite User',
  },
  fetchFailed: 'Failed to fetch users',
  role: 'Role',
  roles,
  meanings,
  you: '(you)',
  active: 'Active',
  disabled: 'Disabled',
  lastLogin: (when: ReactNode) => sentence`Last login: ${when}`,

  fields: {
    name: 'Name',
    email: 'Email',
    missing: 'Name and email are required',
    emailInvalid: 'Please enter a valid email address',
  },
  idMissing: 'User ID or account ID is missing',
  editing: {
    tooltip: 'Edit user',
    ownersOnly: 'Only an Owner can edit an Owner',
    one: (name: string) => `Edit ${name}`,
    title: 'Edit User',
    action: 'Save Changes',
    failed: 'Failed to update user',
    losesOwnerRole: 'Only another Owner can make you an Owner again.',
  },
  deletion: {
    tooltip: 'Delete user',
    ownersOnly: 'Only an Owner can delete an Owner',
    one: (name: string) => `Delete ${name}`,
    action: 'Delete User',
    failed: 'Failed to delete user',
    question: (name: ReactNode, email: string, account: ReactNode) =>
      sentence`Are you sure you want to delete ${name} (${email})? They lose access to ${account} at once and must be invited again to come back. API keys they created keep working until you delete them under API Access.`,
    questionForYourself: (you: ReactNode, account: ReactNode) =>
      sentence`This is ${you}. Are you sure you want to delete yourself from ${account}? You lose access at once, and somebody must invite you again before you can come back.`,
    yourself: 'you',
  },
}
