import { useSyncExternalStore } from 'react'

import { texts } from '../texts/texts.ts'
import { formatRelative } from './formats.ts'
import { exactTime } from './tooltip.ts'

const tick = 30_000

function subscribe(notify: () => void) {
  const timer = setInterval(notify, tick)
  return () => clearInterval(timer)
}

/** The current time, updated often enough for relative dates on a page that stays open. */
export const useNow = () => useSyncExternalStore(subscribe, () => Math.floor(Date.now() / tick) * tick)

interface RelativeTimeProps {
  /** Null if it is not known. */
  date: string | null
  length?: 'long' | 'narrow'
}

/** "2 hours ago", with the exact time on hover. */
export function RelativeTime({ date, length = 'long' }: RelativeTimeProps) {
  const now = useNow()
  if (date === null) return texts.shell.nothing
  return (
    <time dateTime={date} {...exactTime}>
      {formatRelative(date, now, length)}
    </time>
  )
}
