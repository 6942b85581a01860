import { useEffect, useState } from 'react'

/** Longer than the second click of a double click takes to come. */
const settlingTime = 700

/**
 * Whether the page has been in front long enough for a click to be meant for it. Another page can close its own window
 * under a person's double click, so that the second click lands here.
 */
export function useClickGuard(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function begin() {
      clearTimeout(timer)
      setSettled(false)
      timer = setTimeout(() => setSettled(true), settlingTime)
    }
    begin()
    addEventListener('focus', begin)
    document.addEventListener('visibilitychange', begin)
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', begin)
      document.removeEventListener('visibilitychange', begin)
    }
  }, [])
  return isSettled
}
