import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { ConnectAgentLink } from '../mcp/ConnectAgentLink.tsx'
import { TableSkeleton } from '../shell/DataTable.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { Page } from '../shell/Page.tsx'
import { storybooksQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'
import { Components } from './Components.tsx'
import { componentsQuery } from './queries.ts'

/** The components of all storybooks of the account. */
export function ComponentsPage() {
  const { publicId: account } = useAccount()
  const { data, error, refetch } = useQuery(componentsQuery(account))
  const storybooks = useQuery(storybooksQuery(account))
  const storybookCount = new Set(data?.components.map(({ storybookPublicId }) => storybookPublicId)).size
  return (
    <Page
      title={texts.contents.title}
      description={
        data
          ? texts.contents.inStorybooks(texts.contents.components(data.components.length), storybookCount)
          : !error && <Skeleton w={220} h={20} my={2} />
      }
      action={<ConnectAgentLink />}
    >
      {!data && error ? (
        <ErrorAlert title={texts.contents.fetchFailed} error={error} retry={() => void refetch()} />
      ) : !data || !(storybooks.data ?? storybooks.error) ? (
        <TableSkeleton />
      ) : (
        <Components
          account={account}
          components={data.components}
          all={data.components}
          isPartial={data.isPartial}
          reading={data.reading}
          titles={new Map(storybooks.data?.map(({ publicId, title }) => [publicId, title]))}
          isGrouped
        />
      )}
    </Page>
  )
}
