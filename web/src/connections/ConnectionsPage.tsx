import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { accountInUse } from '../accounts/current-account.ts'
import { accountsQuery } from '../accounts/queries.ts'
import { AllowedPagesSection } from '../compositions/AllowedPagesSection.tsx'
import { ConnectedAgentsSection } from '../connected-agents/ConnectedAgentsSection.tsx'
import { Page } from '../shell/Page.tsx'
import { Shell } from '../shell/Shell.tsx'
import { texts } from '../texts/texts.ts'

/** What may read storybooks in the name of the person. */
export function ConnectionsPage() {
  const { data: accounts = [] } = useQuery(accountsQuery)
  const account = accountInUse(accounts)
  return (
    <Shell accounts={accounts} {...(account && { account })}>
      <Page title={texts.connections.title} description={texts.connections.description}>
        <Stack gap={40}>
          <AllowedPagesSection />
          <ConnectedAgentsSection />
        </Stack>
      </Page>
    </Shell>
  )
}
