import { Tooltip } from '@mantine/core'

import { formatDay, formatExact } from './formats.ts'

/** An absolute date, for deadlines; the exact time is shown on hover. */
export function Day({ date }: { date: string }) {
  return (
    <Tooltip label={formatExact(date)}>
      <time dateTime={date}>{formatDay(date)}</time>
    </Tooltip>
  )
}
