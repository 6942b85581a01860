import type { ReactNode } from 'react'

import { sentence } from '../sentence.ts'

export const invitations = {
  title: 'Recent Invitations',
  description: 'Each link works once. Deleting a pending invitation disables its link.',
  empty: 'No invitations found',
  columns: {
    email: 'Email',
    code: 'Invitation Code',
    status: 'Status',
    created: 'Created',
    expires: 'Expires',
  },
  nameAndRole: (name: string, role: string) => `${name} · ${role}`,
  used: 'Used',
  usedBy: (email: string) => `by ${email}`,
  pending: 'Pending',
  expired: 'expired',

  inviting: {
    title: 'Invite User',
    action: 'Invite User',
    failed: 'Failed to invite user',
    explanation: (account: string) =>
      `You get a link to share. Whoever opens it signs in with their work account and joins ${account}.`,
    ready: (name: ReactNode, email: string, account: string) =>
      sentence`Share this link with ${name} (${email}) to let them join ${account}.`,
    link: 'Invitation link',
    note: 'The link will not be shown again. Anybody who has it can use it once, so share it with care.',
  },
  renewal: {
    title: 'New Link',
    tooltip: 'New link',
    one: (email: string) => `New link for ${email}`,
    action: 'Create New Link',
    failed: 'Failed to create a new link',
    explanation: (email: ReactNode) =>
      sentence`You get a new link to share with ${email}. The link they have now stops working at once.`,
    ready: (email: ReactNode, account: string) =>
      sentence`Share this link with ${email} to let them join ${account}. Earlier links no longer work.`,
  },
  deletion: {
    tooltip: 'Delete invitation',
    one: (email: string) => `Delete invitation for ${email}`,
    action: 'Delete Invitation',
    failed: 'Failed to delete invitation',
    question: (email: ReactNode) =>
      sentence`Are you sure you want to delete the invitation for ${email}? Its link stops working at once.`,
    questionWhenUsed: (email: ReactNode) =>
      sentence`Are you sure you want to delete the invitation for ${email}? This only removes it from the list: the person who used it keeps their access.`,
  },

  redemption: {
    title: 'Invitation',
    processing: 'Processing your invitation...',
    failed: 'Failed to redeem the invitation',
    invalid: 'Invalid invitation token',
    returnHome: 'Return to Home',
    question: {
      invitation: (organization: ReactNode) => sentence`You are invited to an account of ${organization}.`,
      invitationBy: (person: ReactNode, organization: ReactNode) =>
        sentence`${person} invites you to an account of ${organization}.`,
      disclosure: 'This account belongs to another organisation. If you join, its members will see:',
      disclosed: ({ name, email }: { name: string; email: string }) => [
        `Your name and e-mail address: ${name}, ${email}`,
        'The ids of your work account and of your organisation’s directory',
        'When you last signed in, and what you change in the account, with your IP address',
      ],
      joinAction: 'Join',
      notNow: 'Not now',
    },
    /** The role, and what it means. */
    asRole: (role: string, meaning: string) => `Your role there: ${role}. ${meaning}.`,
    joined: (account: ReactNode) => sentence`Welcome to ${account}`,
    done: 'Your invitation has been successfully redeemed. You now have access to the account.',
    goHome: 'Go to Home',
  },
}
