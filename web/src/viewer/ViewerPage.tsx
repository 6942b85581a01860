import { Page } from '../shell/Page.tsx'

export function ViewerPage() {
  return <Page title="Storybook" />
}
