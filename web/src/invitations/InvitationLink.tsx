import type { Invitation } from '@plinth/contract/invitations.ts'
import type { ReactNode } from 'react'

import { OneTimeValue } from '../shell/OneTimeValue.tsx'
import { texts } from '../texts/texts.ts'

interface InvitationLinkProps {
  /** Who the link is for. */
  introduction: ReactNode
  label: string
  invitation: Pick<Invitation, 'invitationCode' | 'expiresAt'>
  onClose: () => void
}

/** The link of a new invitation. It is shown only once. */
export function InvitationLink({ introduction, label, invitation, onClose }: InvitationLinkProps) {
  return (
    <OneTimeValue
      introduction={introduction}
      label={label}
      value={`${location.origin}/acceptInvite/${encodeURIComponent(invitation.invitationCode)}`}
      action={texts.shell.copyLink}
      expiresAt={invitation.expiresAt}
      note={texts.invitations.inviting.note}
      onClose={onClose}
    />
  )
}
