import { Alert, Anchor, Skeleton, Stack } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { apiKeysQuery } from '../api-keys/queries.ts'
import { membersQuery } from '../members/queries.ts'
import { AfterPaint } from '../shell/AfterPaint.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { Page } from '../shell/Page.tsx'
import { useConfig } from '../sign-in/SessionProvider.tsx'
import { storybooksQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'
import { Checklist } from './Checklist.tsx'
import { Features } from './Features.tsx'
import { hasGettingStarted } from './has-getting-started.ts'
import { gettingStartedSteps } from './steps.ts'

export function GettingStartedPage() {
  const { productName } = useConfig()
  const { publicId, role } = useAccount()
  if (!hasGettingStarted(role)) return <Navigate to={`/account/${publicId}/storybooks`} replace />
  return (
    <Page title={texts.gettingStarted.title} description={texts.gettingStarted.description(productName)}>
      <Progress />
      <Features />
      <AfterPaint>
        <SupportNote />
      </AfterPaint>
    </Page>
  )
}

function Progress() {
  const { publicId: account } = useAccount()
  const storybooks = useQuery(storybooksQuery(account))
  const members = useQuery(membersQuery(account))
  const apiKeys = useQuery(apiKeysQuery(account))
  if (storybooks.data && members.data && apiKeys.data) {
    const steps = gettingStartedSteps({
      storybooks: storybooks.data,
      members: members.data,
      apiKeys: apiKeys.data,
    })
    return <Checklist home={`/account/${account}`} steps={steps} />
  }
  const failed = [storybooks, members, apiKeys].filter(({ error }) => error)
  if (failed.length === 0) return <ChecklistSkeleton />
  const retry = () => void Promise.all(failed.map(({ refetch }) => refetch()))
  return <ErrorAlert title={texts.shell.fetchFailed} error={failed[0]?.error} retry={retry} />
}

function ChecklistSkeleton() {
  return (
    <Stack aria-busy="true">
      <Skeleton w={120} h={22} />
      <Stack gap="sm">
        {['first', 'second', 'third', 'fourth'].map((name) => (
          <Skeleton key={name} h={76} />
        ))}
      </Stack>
    </Stack>
  )
}

function SupportNote() {
  const { supportEmail } = useConfig()
  return (
    <Alert role="note" variant="default" title={texts.gettingStarted.support.title} icon={<IconLifebuoy />}>
      {texts.gettingStarted.support.text(
        <Anchor href={`mailto:${supportEmail}`} inherit>
          {supportEmail}
        </Anchor>,
      )}
    </Alert>
  )
}
