import { lazy, Suspense } from 'react'
import type { ComponentType } from 'react'
import { Navigate, useParams } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { Page } from '../shell/Page.tsx'
import { texts, withFurtherTexts } from '../texts/texts.ts'
import { GeneralTab } from './GeneralTab.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'
import { isAddressOf, tabOf } from './tabs.ts'
import type { Tab } from './tabs.ts'

export function SettingsPage() {
  const { publicId: account, name, role } = useAccount()
  const { tab: path } = useParams()
  const current = tabOf(path, role)
  const Contents = contents[current]
  const base = `/account/${account}/settings`
  if (!isAddressOf(current, path)) return <Navigate to={base} replace />
  return (
    <Page
      title={texts.settings.title}
      tab={current === 'general' ? undefined : texts.settings.tabs[current]}
      description={texts.settings.description(name)}
    >
      <SettingsTabs base={base} current={current} role={role} />
      <Suspense>
        <Contents />
      </Suspense>
    </Page>
  )
}

/** The code of a tab is loaded when the tab is first opened, except for the first. */
const tab = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await withFurtherTexts(load) }))

const contents: Record<Tab, ComponentType> = {
  general: GeneralTab,
  api: tab(async () => (await import('./ApiAccessTab.tsx')).ApiAccessTab),
  subscriptions: tab(async () => (await import('../subscriptions/SubscriptionsTab.tsx')).SubscriptionsTab),
  webhooks: tab(async () => (await import('../webhooks/WebhooksSection.tsx')).WebhooksSection),
  storage: tab(async () => (await import('../storage/StorageTab.tsx')).StorageTab),
  retention: tab(async () => (await import('../retention/RetentionTab.tsx')).RetentionTab),
  trash: tab(async () => (await import('../trash/TrashTab.tsx')).TrashTab),
  audit: tab(async () => (await import('../audit/AuditTab.tsx')).AuditTab),
}
