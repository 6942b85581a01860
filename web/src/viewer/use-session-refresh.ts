import { useEffect, useState } from 'react'

import { startSession } from './viewer-session.ts'
import type { ViewerTarget } from './viewer-session.ts'

const minute = 60_000
const refreshAfter = 45 * minute
const refreshOnReturnAfter = 15 * minute

/**
 * Keeps the viewer session alive while the page is open. Whether it is due is asked every minute instead of by one
 * long timer: a machine that slept catches up at once, and a refresh that failed is tried again a minute later.
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
        await startSession({ account, storybook, version })
        lastRefresh = Date.now()
        setError(undefined)
      } catch (failure) {
        setError(failure)
      }
      isRefreshing = false
    }
    const timer = setInterval(() => void refreshIfOlderThan(refreshAfter), minute)
    const returned = () => {
      if (document.visibilityState === 'visible') void refreshIfOlderThan(refreshOnReturnAfter)
    }
    document.addEventListener('visibilitychange', returned)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', returned)
    }
  }, [account, storybook, version, startedAt])
  return error
}
