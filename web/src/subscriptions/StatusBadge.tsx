import { Badge } from '@mantine/core'

import { lookOf } from './status.ts'

export function StatusBadge({ status }: { status: string }) {
  const { label, color } = lookOf(status)
  return (
    <Badge variant="light" color={color} tt="none" miw="max-content" title={status}>
      {label}
    </Badge>
  )
}
