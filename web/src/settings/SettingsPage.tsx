import { Stack } from '@mantine/core'
import { can } from '@plinth/contract/roles.ts'
import type { ReactNode } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { AccountSection } from '../accounts/AccountSection.tsx'
import { DeleteAccountSection } from '../accounts/DeleteAccountSection.tsx'
import { ApiKeysSection } from '../api-keys/ApiKeysSection.tsx'
import { AuditTab } from '../audit/AuditTab.tsx'
import { CompositionsSection } from '../compositions/CompositionsSection.tsx'
import { InvitationsSection } from '../invitations/InvitationsSection.tsx'
import { UsersSection } from '../members/UsersSection.tsx'
import { RetentionTab } from '../retention/RetentionTab.tsx'
import { ShareLinksSetting } from '../share-links/ShareLinksSetting.tsx'
import { Page } from '../shell/Page.tsx'
import { useConfig } from '../sign-in/SessionProvider.tsx'
import { StorageTab } from '../storage/StorageTab.tsx'
import { SubscriptionsTab } from '../subscriptions/SubscriptionsTab.tsx'
import { texts } from '../texts/texts.ts'
import { TrashTab } from '../trash/TrashTab.tsx'
import { WebhooksSection } from '../webhooks/WebhooksSection.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'
import { isAddressOf, tabOf } from './tabs.ts'
import type { Tab } from './tabs.ts'

export function SettingsPage() {
  const { publicId: account, name, role } = useAccount()
  const { tab } = useParams()
  const current = tabOf(tab, role)
  const base = `/account/${account}/settings`
  if (!isAddressOf(current, tab)) return <Navigate to={base} replace />
  return (
    <Page
      title={texts.settings.title}
      tab={current === 'general' ? undefined : texts.settings.tabs[current]}
      description={texts.settings.description(name)}
    >
      <SettingsTabs base={base} current={current} role={role} />
      {contents[current](tab)}
    </Page>
  )
}

const contents: Record<Tab, (tab: string | undefined) => ReactNode> = {
  general: (tab) => <General showsUsers={tab === 'users'} />,
  api: () => <ApiAccess />,
  subscriptions: () => <SubscriptionsTab />,
  webhooks: () => <WebhooksSection />,
  storage: () => <StorageTab />,
  retention: () => <RetentionTab />,
  trash: () => <TrashTab />,
  audit: () => <AuditTab />,
}

function ApiAccess() {
  const { composeUrl } = useConfig()
  return (
    <Stack gap={40}>
      <ApiKeysSection />
      {composeUrl !== null && <CompositionsSection />}
    </Stack>
  )
}

function General({ showsUsers }: { showsUsers: boolean }) {
  // Changes with every navigation, even to the same address.
  const { key } = useLocation()
  const { role } = useAccount()
  return (
    <Stack gap={40}>
      <AccountSection />
      <UsersSection {...(showsUsers ? { scrollKey: key } : {})} />
      {can(role, 'manageInvitations') && <InvitationsSection />}
      {can(role, 'allowShareLinks') && <ShareLinksSetting />}
      <DeleteAccountSection />
    </Stack>
  )
}
