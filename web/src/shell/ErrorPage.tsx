import { Container, Text } from '@mantine/core'
import { useEffect } from 'react'
import type { ComponentProps } from 'react'

import { texts } from '../texts/texts.ts'
import { discardEarlyViewer } from '../viewer/early-viewer.ts'
import { ErrorAlert } from './ErrorAlert.tsx'
import { usePageTitle } from './page-title.tsx'

/** An error alert in place of the whole page. */
export function ErrorPage(props: ComponentProps<typeof ErrorAlert>) {
  usePageTitle(props.title)
  useEffect(() => discardEarlyViewer(), [])
  return (
    <Container component="main" size="xs" pt="15vh">
      <ErrorAlert {...props} />
    </Container>
  )
}

/** The router's error boundary: a page failed to render, or its code could not be loaded. */
export function RouteErrorPage() {
  const { title, text, reload } = texts.shell.brokenPage
  return (
    <ErrorPage title={title} retry={() => location.reload()} retryLabel={reload}>
      <Text size="sm">{text}</Text>
    </ErrorPage>
  )
}
