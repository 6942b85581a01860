import { Page } from '../shell/Page.tsx'

export function AcceptInvitePage() {
  return <Page title="Invitation" />
}
