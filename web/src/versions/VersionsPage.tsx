import { Page } from '../shell/Page.tsx'

export function VersionsPage() {
  return <Page title="Versions" />
}
