import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { viewerAddress } from '../addresses.ts'
import { TableSkeleton } from '../shell/DataTable.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { Page } from '../shell/Page.tsx'
import { storybookQuery, storybooksQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'
import { Components } from './Components.tsx'
import { NoPropsNotice } from './NoPropsNotice.tsx'
import { componentsQuery } from './queries.ts'

/** The components of one storybook. */
export function StorybookComponentsPage() {
  const { publicId: account } = useAccount()
  const { storybook = '' } = useParams()
  const details = useQuery(storybookQuery(account, storybook))
  const { data, error, refetch } = useQuery(componentsQuery(account, storybook))
  const storybooks = useQuery(storybooksQuery(account))
  const all = useQuery(componentsQuery(account))
  const latest = details.data?.latest
  const isUnlisted = latest?.kind === 'storybook' && latest.storyCount === null
  const knowsProps = data?.components.some(({ propCount }) => propCount !== null) ?? true
  return (
    <Page
      title={details.data ? texts.contents.titleOf(details.data.title) : texts.contents.title}
      description={
        data
          ? texts.contents.components(data.components.length)
          : !error && <Skeleton w={140} h={20} my={2} />
      }
      back={{ label: texts.contents.title, to: `/account/${account}/components` }}
      action={
        details.data?.latest && (
          <Button component={Link} to={viewerAddress({ account, storybook })} variant="default">
            {texts.storybooks.view}
          </Button>
        )
      }
    >
      {!data && error ? (
        <ErrorAlert title={texts.contents.fetchFailed} error={error} retry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton />
      ) : (
        <>
          {data.components.length > 0 && !knowsProps && <NoPropsNotice />}
          <Components
            account={account}
            components={data.components}
            all={all.data?.components ?? []}
            isPartial={data.isPartial}
            reading={data.reading}
            isUnlisted={isUnlisted}
            titles={new Map(storybooks.data?.map(({ publicId, title }) => [publicId, title]))}
          />
        </>
      )}
    </Page>
  )
}
