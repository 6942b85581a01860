import { Page } from '../shell/Page.tsx'

export function StorybooksPage() {
  return <Page title="Storybooks" />
}
