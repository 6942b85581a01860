import { Page } from '../shell/Page.tsx'

export function SignupPage() {
  return <Page title="Account setup" />
}
