import { Alert, Button, Group, Text } from '@mantine/core'
import { ApiError } from '@plinth/contract/client.ts'
import { allowedPageDays } from '@plinth/contract/compositions.ts'
import type { RequestedPage } from '@plinth/contract/compositions.ts'
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { BusyLine } from '../shell/BusyLine.tsx'
import { ChosenName } from '../shell/ChosenName.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { PublicFrame } from '../shell/PublicFrame.tsx'
import { useClickGuard } from '../shell/use-click-guard.ts'
import { texts } from '../texts/texts.ts'
import { useAllowPage } from './mutations.ts'
import { openedFrom } from './opened-from.ts'
import { requestedPageQuery } from './queries.ts'

/** Opened by a composing Storybook, in a small window, to be allowed to show storybooks. */
export function ComposePage() {
  const [search] = useSearchParams()
  return (
    <PublicFrame title={texts.compositions.page.title}>
      <Request request={search.get('request') ?? ''} />
    </PublicFrame>
  )
}

function Request({ request }: { request: string }) {
  const { data: page, error, refetch } = useQuery(requestedPageQuery(request))
  const { checking, gone, failed } = texts.compositions.page
  if (error instanceof ApiError && isGone(error))
    return <ErrorAlert title={gone.title}>{gone.text}</ErrorAlert>
  if (error && !page) return <ErrorAlert title={failed} error={error} retry={() => void refetch()} />
  if (!page) return <BusyLine>{checking}</BusyLine>
  // Otherwise somebody else could lead people here with the request of their own browser.
  if (openedFrom(request) !== page.origin) {
    const { title, text } = texts.compositions.page.elsewhere
    return <ErrorAlert title={title}>{text(page.origin)}</ErrorAlert>
  }
  return <Question request={request} page={page} />
}

/** Unknown to this person, or expired. */
const isGone = ({ status }: ApiError) => status === 404 || status === 410

function Question({ request, page }: { request: string; page: RequestedPage }) {
  const { origin, accountName, storybookTitle } = page
  const { question, meaning, allow, allowFailed, allowed, cancelled } = texts.compositions.page
  const isReady = useClickGuard()
  const [outcome, setOutcome] = useState<'allowed' | 'cancelled'>()
  const { mutate, isPending, error } = useAllowPage(request, () => close('allowed'))

  function close(reached: 'allowed' | 'cancelled') {
    setOutcome(reached)
    // Browsers refuse it if the window was not opened by a page.
    window.close()
  }
  if (outcome === 'allowed') {
    return (
      <Alert color="green" variant="light" icon={<IconCircleCheck />}>
        {allowed}
      </Alert>
    )
  }
  if (outcome === 'cancelled') {
    return (
      <Alert color="gray" variant="light" icon={<IconInfoCircle />}>
        {cancelled}
      </Alert>
    )
  }
  return (
    <>
      <Text>{question(<ChosenName>{accountName}</ChosenName>, <ChosenName>{origin}</ChosenName>)}</Text>
      <Text size="sm" c="dimmed">
        {meaning(<bdi>{storybookTitle}</bdi>, allowedPageDays)}
      </Text>
      {error && <ErrorAlert title={allowFailed} error={error} />}
      <Group>
        <Button onClick={() => mutate()} disabled={!isReady} loading={isPending}>
          {allow}
        </Button>
        <Button variant="default" onClick={() => close('cancelled')} disabled={isPending}>
          {texts.shell.cancel}
        </Button>
      </Group>
    </>
  )
}
