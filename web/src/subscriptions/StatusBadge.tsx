import { Badge } from '@mantine/core'

import { lookOf } from './status.ts'

export function StatusBadge({ status }: { status: string }) {
  const { label, color } = lookOf(status)
  return (
    // The word in the colour of text: yellow on yellow could not be read.
    <Badge variant="light" color={color} c="var(--mantine-color-text)" tt="none" miw="max-content">
      {label}
    </Badge>
  )
}
