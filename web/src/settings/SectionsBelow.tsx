import { can } from '@plinth/contract/roles.ts'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { DeleteAccountSection } from '../accounts/DeleteAccountSection.tsx'
import { InvitationsSection } from '../invitations/InvitationsSection.tsx'
import { ShareLinksSetting } from '../share-links/ShareLinksSetting.tsx'

/** The sections of the first tab that are below the users. */
export function SectionsBelow() {
  const { role } = useAccount()
  return (
    <>
      {can(role, 'manageInvitations') && <InvitationsSection />}
      {can(role, 'allowShareLinks') && <ShareLinksSetting />}
      <DeleteAccountSection />
    </>
  )
}
