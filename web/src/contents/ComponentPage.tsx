import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { ApiError } from '@plinth/contract/client.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { componentAddress, storybookAddress, viewerAddress } from '../addresses.ts'
import { TableSkeleton } from '../shell/DataTable.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { NotFoundPage } from '../shell/NotFoundPage.tsx'
import { Page } from '../shell/Page.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { storybookQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'
import { versionQuery } from '../versions/queries.ts'
import { ComponentDetails } from './ComponentDetails.tsx'
import { componentQuery, readingPollMs } from './queries.ts'
import { ReadingNotice } from './ReadingNotice.tsx'
import { Tags } from './Tags.tsx'

/** One component of the newest version, or of the one that the address names. */
export function ComponentPage() {
  const { publicId: account } = useAccount()
  const { storybook = '', component: id = '' } = useParams()
  const [params] = useSearchParams()
  const wanted = params.get('version') ?? undefined
  const details = useQuery(storybookQuery(account, storybook))
  const newest = details.data?.latest?.versionPublicId
  const version = wanted ?? newest ?? ''
  const {
    data: component,
    error,
    refetch,
  } = useQuery({
    ...componentQuery(account, storybook, version, id),
    enabled: version !== '',
  })
  const isMissing = error instanceof ApiError && error.status === 404
  const isOlder = wanted !== undefined && newest !== undefined && wanted !== newest
  // Asked only if it says something that the component does not.
  const shown = useQuery({
    ...versionQuery(account, storybook, version),
    enabled: version !== '' && (isMissing || isOlder),
    refetchInterval: ({ state: { data } }) => isMissing && data?.contents === 'reading' && readingPollMs,
  })
  const isReading = isMissing && shown.data?.contents === 'reading'
  const components = `${storybookAddress({ account, storybook })}/components`
  const words = texts.contents.component
  const hasNoVersion = details.data?.latest === null && wanted === undefined
  if ((isMissing && (shown.data ?? shown.error) && !isReading) || hasNoVersion) {
    return (
      <NotFoundPage
        title={words.notFound}
        text={words.notFoundText}
        action={{ label: texts.contents.title, to: components }}
      />
    )
  }
  return (
    <Page
      title={component?.name ?? texts.contents.title}
      description={
        component && (
          <Stack gap={6} align="flex-start">
            <span>{component.title.split('/').join(' / ')}</span>
            <Tags tags={component.tags} />
          </Stack>
        )
      }
      back={{
        label: details.data ? texts.contents.titleOf(details.data.title) : texts.contents.title,
        to: components,
      }}
      action={
        component?.stories[0] && (
          <Button
            component={Link}
            to={viewerAddress({ account, storybook, version, entry: component.stories[0] })}
          >
            {words.view}
          </Button>
        )
      }
    >
      {isOlder && shown.data && (
        <Group gap="xs">
          <Text>{words.ofVersion(<RelativeTime date={shown.data.createdAt} />)}</Text>
          <Anchor component={Link} to={componentAddress({ account, storybook, component: id })}>
            {words.newest}
          </Anchor>
        </Group>
      )}
      {isReading ? (
        <ReadingNotice />
      ) : component ? (
        <ComponentDetails account={account} storybook={storybook} version={version} component={component} />
      ) : (error && !isMissing) || details.error ? (
        <ErrorAlert
          title={words.fetchFailed}
          error={error ?? details.error}
          retry={() => void (error ? refetch() : details.refetch())}
        />
      ) : (
        <TableSkeleton />
      )}
    </Page>
  )
}
