import { useEffect, useState } from 'react'

/** Longer than the time between the clicks of a double click. */
const guardMs = 700

/**
 * Protects against clickjacking by double click: another page can close its window after the first click, so that the
 * second one lands here. Returns true once the page has been in front long enough.
 */
export function useClickGuard(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function begin() {
      clearTimeout(timer)
      setReady(false)
      timer = setTimeout(() => setReady(true), guardMs)
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
  return isReady
}
