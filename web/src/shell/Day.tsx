import { Tooltip } from '@mantine/core'

import { formatDay, formatExact } from './formats.ts'

/** A date to plan by, where "in 6 days" would have to be counted first; the exact moment is on hover. */
export function Day({ date }: { date: string }) {
  return (
    <Tooltip label={formatExact(date)}>
      <time dateTime={date}>{formatDay(date)}</time>
    </Tooltip>
  )
}
