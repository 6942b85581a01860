import { Button } from '@mantine/core'
import { IconMapSearch } from '@tabler/icons-react'
import { Link } from 'react-router'

import { texts } from '../texts/texts.ts'
import { Empty } from './Empty.tsx'
import { Page } from './Page.tsx'

export function NotFound() {
  const { title, text, start } = texts.shell.notFound
  return (
    <Page
      title={title}
      action={
        <Button component={Link} to="/">
          {start}
        </Button>
      }
    >
      <Empty icon={IconMapSearch}>{text}</Empty>
    </Page>
  )
}
