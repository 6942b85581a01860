import { Page } from '../shell/Page.tsx'

export function SettingsPage() {
  return <Page title="Settings" />
}
