import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { texts } from '../texts/texts.ts'
import { Page } from './Page.tsx'

export function NotFound() {
  return (
    <Page
      title={texts.shell.notFound.title}
      description={texts.shell.notFound.text}
      action={
        <Button component={Link} to="/" variant="default">
          {texts.shell.notFound.start}
        </Button>
      }
    />
  )
}
