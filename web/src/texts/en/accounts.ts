import type { ReactNode } from 'react'

import { sentence } from '../sentence.ts'

export const accounts = {
  selection: {
    title: 'Select an Account',
    text: 'Please choose which account you want to access',
    lastUsed: 'Last used',
    id: (publicId: string) => `ID: ${publicId}`,
  },
  notFound: {
    title: 'Account not found',
    text: 'This account does not exist, or you have no access to it. If somebody sent you here, ask them for an invitation.',
    showMine: 'Show my accounts',
  },
  noAccess: {
    title: 'No access yet',
    text: (email: string, productName: string) =>
      `You are signed in as ${email}, which has no access to a ${productName} account yet.`,
    invited: (productName: string) =>
      `Does your team use ${productName}? Ask a colleague for an invitation link and open it.`,
    buying: (marketplace: ReactNode) =>
      sentence`Is your organisation new here? Buy a plan in ${marketplace}; the setup starts there.`,
    wrongAccount: 'Signed in with the wrong account? Choose Switch Account in the menu at the top right.',
    questions: (mailbox: ReactNode) => sentence`Questions: ${mailbox}`,
  },

  title: 'Account',
  name: 'Name',
  tenantId: 'Tenant ID',
  copyTenantId: 'Copy the tenant ID',
  loadFailed: 'Failed to load account details',
  noneSelected: 'No account selected',
  rename: {
    label: 'Account name',
    edit: 'Edit the account name',
    editTooltip: 'Edit name',
    save: 'Save',
    missing: 'Enter a name',
    length: (length: number, longest: number) => `${length} / ${longest}`,
    done: 'Account name updated successfully',
    failed: 'Failed to update account name',
  },

  deletion: {
    title: 'Delete account',
    action: 'Delete Account',
    warning: (name: ReactNode) =>
      sentence`This deletes ${name} for everybody, with its invitations and API keys.`,
    undecided: (retry: ReactNode) =>
      sentence`Whether this account can be deleted depends on its subscriptions, which could not be loaded. ${retry}`,
    question: (name: ReactNode) =>
      sentence`Are you sure you want to delete ${name}? This action cannot be undone.`,
    conditions:
      'Deletion requires no storybooks, no portal users and no active subscriptions. You do not count as a user.',
    confirmation: "Type the account's name to confirm",
    nameMissing: "Type the account's name first",
    isBlocked: 'The account cannot be deleted yet',
    nothingDeleted: 'Nothing was deleted',
    done: 'Account deleted successfully',
    failed: 'Failed to delete account',
  },
}
