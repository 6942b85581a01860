import { Stack } from '@mantine/core'
import { useLocation, useParams } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { ApiKeysSection } from '../api-keys/ApiKeysSection.tsx'
import { InvitationsSection } from '../invitations/InvitationsSection.tsx'
import { UsersSection } from '../members/UsersSection.tsx'
import { Page } from '../shell/Page.tsx'
import { AccountSection } from './AccountSection.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'

export function SettingsPage() {
  const { publicId: account, name } = useAccount()
  const { tab } = useParams()
  const isApi = tab === 'api'
  return (
    <Page title="Settings" description={`Who belongs to ${name}, and how its builds get in`}>
      <SettingsTabs base={`/account/${account}/settings`} current={isApi ? 'api' : 'general'} />
      {isApi ? <ApiKeysSection /> : <General isAtUsers={tab === 'users'} />}
    </Page>
  )
}

/** Also what an unknown tab shows. */
function General({ isAtUsers }: { isAtUsers: boolean }) {
  // A new one for each link that is followed, also when it is the same link again.
  const { key } = useLocation()
  return (
    <Stack gap={40}>
      <AccountSection />
      <UsersSection {...(isAtUsers ? { aim: key } : {})} />
      <InvitationsSection />
    </Stack>
  )
}
