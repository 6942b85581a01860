import { Container } from '@mantine/core'
import { useEffect } from 'react'
import type { ComponentProps } from 'react'

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
