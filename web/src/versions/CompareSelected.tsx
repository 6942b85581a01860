import { Button, Text } from '@mantine/core'
import { IconArrowsDiff } from '@tabler/icons-react'
import { Link } from 'react-router'

import { compareAddress } from '../addresses.ts'
import { texts } from '../texts/texts.ts'
import type { Selection } from './use-selection.ts'

import classes from './CompareSelected.module.css'

interface CompareSelectedProps {
  account: string
  storybook: string
  selection: Selection
}

/** Appears with the first selected version, and compares two, the older one first. */
export function CompareSelected({ account, storybook, selection }: CompareSelectedProps) {
  const [from, to] = selection.versions.toSorted(
    (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt),
  )
  if (!from) return null
  const words = texts.versions.selection
  return (
    <section className={classes.bar} aria-label={words.label}>
      <Text size="sm" component="output">
        {to ? words.two : words.one}
      </Text>
      <div className={classes.actions}>
        <Button variant="subtle" size="sm" onClick={selection.clear}>
          {words.clear}
        </Button>
        {to && (
          <Button
            component={Link}
            to={compareAddress({ account, storybook, from: from.publicId, to: to.publicId })}
            size="sm"
            leftSection={<IconArrowsDiff size={18} aria-hidden />}
          >
            {texts.versions.compare}
          </Button>
        )}
      </div>
    </section>
  )
}
