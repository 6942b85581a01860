import { useEffect } from 'react'

/** By then the page has what it needs itself. */
const laterMs = 5000

/**
 * Loads code that a page does not need to be shown, so that it is there even if the connection is lost. If it fails, whatever
 * needs the code tries again.
 */
export function useLoadLater(load: () => Promise<unknown>) {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), laterMs)
    return () => clearTimeout(timer)
  }, [load])
}
