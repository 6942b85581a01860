import { startTransition, useEffect, useState } from 'react'
import type { ReactNode } from 'react'

/**
 * What is further down on a page: rendered once the page is shown, and in small steps, so that the first screen comes sooner
 * and the page reacts meanwhile.
 */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    // The first frame shows the page, the second one comes after it.
    const frame = requestAnimationFrame(() => setTimeout(() => startTransition(() => setPainted(true))))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isPainted && children
}
