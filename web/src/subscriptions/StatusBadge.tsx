import { Badge } from '@mantine/core'

import { statusAppearance } from './status.ts'

export function StatusBadge({ status }: { status: string }) {
  const { label, color } = statusAppearance(status)
  return (
    // In the text colour: yellow on yellow would be unreadable.
    <Badge variant="light" color={color} c="var(--mantine-color-text)" tt="none" miw="max-content">
      {label}
    </Badge>
  )
}
