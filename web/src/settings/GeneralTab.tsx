import { Stack } from '@mantine/core'
import { can } from '@plinth/contract/roles.ts'
import { useLocation, useParams } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { AccountSection } from '../accounts/AccountSection.tsx'
import { DeleteAccountSection } from '../accounts/DeleteAccountSection.tsx'
import { InvitationsSection } from '../invitations/InvitationsSection.tsx'
import { UsersSection } from '../members/UsersSection.tsx'
import { ShareLinksSetting } from '../share-links/ShareLinksSetting.tsx'

export function GeneralTab() {
  // The key changes with every navigation, even to the same address.
  const { key } = useLocation()
  const { tab } = useParams()
  const { role } = useAccount()
  return (
    <Stack gap={40}>
      <AccountSection />
      <UsersSection {...(tab === 'users' ? { scrollKey: key } : {})} />
      {can(role, 'manageInvitations') && <InvitationsSection />}
      {can(role, 'allowShareLinks') && <ShareLinksSetting />}
      <DeleteAccountSection />
    </Stack>
  )
}
