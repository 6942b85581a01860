import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Far enough that nothing is missing when it is scrolled into view. */
const margin = '800px'

const waiting = new WeakMap<Element, () => void>()

/** One for all elements. */
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) waiting.get(target)?.()
  },
  { rootMargin: margin },
)

/** Whether an element is, or has been, close to what the window shows. */
export function useIsNear(element: RefObject<Element | null>, initially: boolean): boolean {
  const [isNear, setNear] = useState(initially)
  useEffect(() => {
    const { current } = element
    if (isNear || !current) return undefined
    waiting.set(current, () => setNear(true))
    observer.observe(current)
    return () => observer.unobserve(current)
  }, [element, isNear])
  return isNear
}
