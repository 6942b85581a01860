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
export function NotFoundPage({ title, text, action }: NotFoundPageProps) {
  const fallback = texts.shell.notFound
  return (
    <Page
      title={title ?? fallback.title}
      action={
        <Button component={Link} to={action?.to ?? '/'}>
          {action?.label ?? fallback.start}
        </Button>
      }
    >
      <EmptyState icon={IconMapSearch}>{text ?? fallback.text}</EmptyState>
    </Page>
  )
}
