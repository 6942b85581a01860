import { useEffect, useState } from 'react'

import type { ViewerSession } from './viewer-session.ts'

/** For a session of an hour: refreshed after 45 minutes, or after 15 when the person comes back; checked every minute. */
const partsOfLifetime = { refresh: 3 / 4, refreshOnReturn: 1 / 4, check: 1 / 60 }

/**
 * Keeps the viewer session alive while the page is open. Whether a refresh is due is checked often, instead of by one
 * long timer: a machine that slept catches up at once, and a refresh that failed is tried again soon.
 */
export function useSessionRefresh({ sessionSeconds, renew }: ViewerSession, startedAt: number) {
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    let lastRefresh = startedAt
    let isRefreshing = false
    const lifetimeMs = sessionSeconds * 1000
    const refreshIfOlderThan = async (part: number) => {
      if (isRefreshing || Date.now() - lastRefresh < part * lifetimeMs) return
      isRefreshing = true
      try {
        await renew()
        lastRefresh = Date.now()
        setError(undefined)
      } catch (failure) {
        setError(failure)
      }
      isRefreshing = false
    }
    const timer = setInterval(
      () => void refreshIfOlderThan(partsOfLifetime.refresh),
      partsOfLifetime.check * lifetimeMs,
    )
    const refreshOnReturn = () => {
      if (document.visibilityState === 'visible') void refreshIfOlderThan(partsOfLifetime.refreshOnReturn)
    }
    document.addEventListener('visibilitychange', refreshOnReturn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshOnReturn)
    }
  }, [renew, sessionSeconds, startedAt])
  return error
}
