import { Page } from '../shell/Page.tsx'

export function GettingStartedPage() {
  return <Page title="Getting Started" />
}
