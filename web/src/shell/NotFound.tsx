import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { Page } from './Page.tsx'

export function NotFound() {
  return (
    <Page
      title="Page not found"
      description="There is nothing at this address."
      action={
        <Button component={Link} to="/" variant="default">
          Go to start
        </Button>
      }
    />
  )
}
