import { RelativeTime, useNow } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'

/** "in 5 minutes". Not "just now" for an attempt that has yet to begin. */
export function NextAttempt({ at }: { at: string | null }) {
  const now = useNow()
  const isSoon = at === null || Date.parse(at) - now < 60_000
  return isSoon ? texts.webhooks.notices.soon : <RelativeTime date={at} />
}
