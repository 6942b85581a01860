import { formatDay, formatExact } from './formats.ts'
import { tooltip } from './tooltip.ts'

/** An absolute date, for deadlines; the exact time is shown on hover. */
export function Day({ date }: { date: string }) {
  return (
    <time dateTime={date} {...tooltip(formatExact(date))}>
      {formatDay(date)}
    </time>
  )
}
