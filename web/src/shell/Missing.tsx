import { Button } from '@mantine/core'
import { IconMapSearch } from '@tabler/icons-react'
import { Link } from 'react-router'

import { Empty } from './Empty.tsx'
import { Page } from './Page.tsx'

interface MissingProps {
  title: string
  text: string
  /** The way on from here. */
  action: { label: string; to: string }
}

/** Where something should be that is not there, or not for this person. */
export function Missing({ title, text, action }: MissingProps) {
  return (
    <Page
      title={title}
      action={
        <Button component={Link} to={action.to}>
          {action.label}
        </Button>
      }
    >
      <Empty icon={IconMapSearch}>{text}</Empty>
    </Page>
  )
}
