import { formatDay } from './formats.ts'
import { exactTime } from './tooltip.ts'

/** An absolute date, for deadlines; the exact time is shown on hover. */
export function Day({ date }: { date: string }) {
  return (
    <time dateTime={date} {...exactTime}>
      {formatDay(date)}
    </time>
  )
}
