import { Button } from '@mantine/core'
import { IconMapSearch } from '@tabler/icons-react'
import { Link } from 'react-router'

import { texts } from '../texts/texts.ts'
import { EmptyState } from './EmptyState.tsx'
import { Page } from './Page.tsx'

interface NotFoundPageProps {
  title?: string
  text?: string
  /** A link to continue with. */
  action?: { label: string; to: string }
}

/** Shown at an address that does not exist, or that this person has no access to. */
export function NotFoundPage({
  title = texts.shell.notFound.title,
  text = texts.shell.notFound.text,
  action = { label: texts.shell.notFound.start, to: '/' },
}: NotFoundPageProps) {
  return (
    <Page
      title={title}
      action={
        <Button component={Link} to={action.to}>
          {action.label}
        </Button>
      }
    >
      <EmptyState icon={IconMapSearch}>{text}</EmptyState>
    </Page>
  )
}
