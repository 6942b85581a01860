import { Container } from '@mantine/core'
import type { ComponentProps } from 'react'

import { FailureAlert } from './FailureAlert.tsx'

/** In the place of a whole page whose data could not be fetched. */
export function FailurePage(failure: ComponentProps<typeof FailureAlert>) {
  return (
    <Container component="main" size="xs" pt="15vh">
      <FailureAlert {...failure} />
    </Container>
  )
}
