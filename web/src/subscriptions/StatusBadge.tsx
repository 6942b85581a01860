import { Badge } from '@mantine/core'

import { statusAppearance } from './status.ts'

export function StatusBadge({ status }: { status: string }) {
  const { label, color } = statusAppearance(status)
  return (
    // The word in the colour of text: yellow on yellow could not be read.
    <Badge variant="light" color={color} c="var(--mantine-color-text)" tt="none" miw="max-content">
      {label}
    </Badge>
  )
}
