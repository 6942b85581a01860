import { createContext, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { NavigationType, useBlocker } from 'react-router'
import type { BlockerFunction } from 'react-router'

import { leaveBlockers } from './leave-blockers.ts'

interface Guard {
  /** Whoever prefetch, while leaving the page waits for the answer. */
  asking: string | undefined
  /** Says that leaving would lose something, until the function it answers with is called. */
  keep: (place: string) => () => void
  stay: () => void
  leave: () => void
}

/** Where no guard is, as in a component shown alone, nobody is asked. */
export const GuardContext = createContext<Guard>({
  asking: undefined,
  keep: () => () => {},
  stay: () => {},
  leave: () => {},
})

/**
 * Lets no page inside it be left by a link or the browser's buttons while something would be lost. The router knows
 * only one blocker at a time, so there is one for everybody; the question is asked where the loss would be.
 */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const [places, setPlaces] = useState<string[]>([])
  const isGuarded = places.length > 0
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation, historyAction }) =>
        // A page that replaces itself is the portal's own doing, for example after an account was deleted.
        leaveBlockers.size > 0 &&
        historyAction !== NavigationType.Replace &&
        currentLocation.pathname !== nextLocation.pathname,
      [],
    ),
  )
  useLayoutEffect(() => {
    if (!isGuarded) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isGuarded])

  useEffect(() => {
    // It was saved, or the upload ended, while the question stood: there is nothing left to ask about.
    if (blocker.state === 'blocked' && !isGuarded) blocker.reset()
  }, [blocker, isGuarded])

  const keep = useCallback((place: string) => {
    leaveBlockers.add(place)
    setPlaces([...leaveBlockers])
    return () => {
      leaveBlockers.delete(place)
      setPlaces([...leaveBlockers])
    }
  }, [])
  const asking = blocker.state === 'blocked' ? places.at(-1) : undefined
  const guard = useMemo(
    () => ({ asking, keep, stay: () => blocker.reset?.(), leave: () => blocker.proceed?.() }),
    [asking, keep, blocker],
  )
  return <GuardContext value={guard}>{children}</GuardContext>
}
