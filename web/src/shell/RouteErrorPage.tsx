import { Container, Text } from '@mantine/core'
import { useEffect } from 'react'
import type { ComponentProps } from 'react'
import { useRouteError } from 'react-router'

import { reachable, reloadWhenReachable } from '../connection.ts'
import { CodeNotLoaded } from '../load-code.ts'
import { useStore } from '../store.ts'
import { texts } from '../texts/texts.ts'
import { ErrorAlert } from './ErrorAlert.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { usePageTitle } from './page-title.tsx'

/** The router's error boundary: a page failed to render, or its code could not be loaded. */
export function RouteErrorPage() {
  const failure = useFailure()
  return <ErrorPage {...failure} />
}

/** The same below the header, which stays. */
export function PageErrorPage() {
  const failure = useFailure()
  usePageTitle(failure.title)
  return (
    <Container size="xs" py={64}>
      <ErrorAlert {...failure} />
    </Container>
  )
}

/** What to say. If its code could not be loaded, the page opens by itself as soon as it can. */
function useFailure(): ComponentProps<typeof ErrorAlert> & { title: string } {
  const isCodeMissing = useRouteError() instanceof CodeNotLoaded
  const isReachable = useStore(reachable)
  useEffect(() => {
    if (isCodeMissing) void reloadWhenReachable()
  }, [isCodeMissing])
  const { brokenPage, notLoaded } = texts.shell
  const title = isCodeMissing ? notLoaded.title : brokenPage.title
  const text = isCodeMissing && !isReachable ? notLoaded.opensItself : brokenPage.text
  return {
    title,
    retry: () => location.reload(),
    retryLabel: brokenPage.reload,
    children: <Text size="sm">{text}</Text>,
  }
}
