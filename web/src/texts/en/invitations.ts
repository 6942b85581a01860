import type { ReactNode } from 'react'

import { sentence } from '../sentence.ts'

export const invitations = {
  title: 'Recent Invitations',
  description: 'Each link works once. Deleting a pending invitation makes its link useless.',
  empty: 'No invitations found',
  columns: {
    email: 'Email',
    code: 'Invitation Code',
    status: 'Status',
    created: 'Created',
    expires: 'Expires',
  },
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
    note: 'The link is shown only now. Anybody who has it can use it, once, so share it with care.',
  },
  deletion: {
    tooltip: 'Delete invitation',
    one: (email: string) => `Delete invitation for ${email}`,
    action: 'Delete Invitation',
    failed: 'Failed to delete invitation',
    question: (email: ReactNode) =>
      sentence`Are you sure you want to delete the invitation for ${email}? Its link stops working at once.`,
    questionWhenUsed: (email: ReactNode) =>
      sentence`Are you sure you want to delete the invitation for ${email}? It only leaves this list: whoever used it keeps their access.`,
  },

  redemption: {
    title: 'Invitation',
    processing: 'Processing your invitation...',
    failed: 'The invitation was not redeemed',
    invalid: 'Invalid invitation token',
    returnHome: 'Return to Home',
    done: 'Your invitation has been successfully redeemed. You now have access to the account.',
    goHome: 'Go to Home',
  },
}
