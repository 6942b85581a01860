import { useEffect, useState } from 'react'

import { startViewerSession } from './viewer-session.ts'
import type { ViewerTarget } from './viewer-session.ts'

const minute = 60_000
const refreshAfter = 45 * minute
const refreshOnReturnAfter = 15 * minute

/**
 * Keeps the viewer session alive while the page is open. It checks every minute instead of using one long timer, so that
 * a machine that slept catches up at once and a failed refresh is retried after a minute.
 */
export function useSessionRefresh({ account, storybook, version }: ViewerTarget, startedAt: number) {
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    let lastRefresh = startedAt
    let isRefreshing = false
    const refreshIfOlderThan = async (age: number) => {
      if (isRefreshing || Date.now() - lastRefresh < age) return
      isRefreshing = true
      try {
        await startViewerSession({ account, storybook, version })
        lastRefresh = Date.now()
        setError(undefined)
      } catch (failure) {
        setError(failure)
      }
      isRefreshing = false
    }
    const timer = setInterval(() => void refreshIfOlderThan(refreshAfter), minute)
    const refreshOnReturn = () => {
      if (document.visibilityState === 'visible') void refreshIfOlderThan(refreshOnReturnAfter)
    }
    document.addEventListener('visibilitychange', refreshOnReturn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshOnReturn)
    }
  }, [account, storybook, version, startedAt])
  return error
}
