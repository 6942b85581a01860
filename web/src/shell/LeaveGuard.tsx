import { createContext, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { NavigationType, useBlocker } from 'react-router'
import type { BlockerFunction } from 'react-router'

import { leaveBlockers } from './leave-blockers.ts'

interface Guard {
  /** The blocker that shows the prompt, while a navigation waits for the answer. */
  promptedBlocker: string | undefined
  /** Blocks leaving the page until the returned function is called. */
  block: (blocker: string) => () => void
  stay: () => void
  leave: () => void
}

/** Without a guard, as in a story of a single component, nothing is blocked. */
export const GuardContext = createContext<Guard>({
  promptedBlocker: undefined,
  block: () => () => {},
  stay: () => {},
  leave: () => {},
})

/**
 * Keeps the user from leaving a page by a link or the browser's buttons while something would be lost. The router
 * supports only one blocker at a time, so all components share this one; the prompt appears where the loss would be.
 */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const [blockers, setBlockers] = useState<string[]>([])
  const isGuarded = blockers.length > 0
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation, historyAction }) =>
        // The portal itself replaces a page, for example after an account was deleted.
        leaveBlockers.size > 0 &&
        historyAction !== NavigationType.Replace &&
        currentLocation.pathname !== nextLocation.pathname,
      [],
    ),
  )
  useLayoutEffect(() => {
    if (!isGuarded) return undefined
    const prompt = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', prompt)
    return () => removeEventListener('beforeunload', prompt)
  }, [isGuarded])

  useEffect(() => {
    // The input was saved or the upload ended while the prompt was open, so there is nothing to lose any more.
    if (blocker.state === 'blocked' && !isGuarded) blocker.reset()
  }, [blocker, isGuarded])

  const block = useCallback((id: string) => {
    leaveBlockers.add(id)
    setBlockers([...leaveBlockers])
    return () => {
      leaveBlockers.delete(id)
      setBlockers([...leaveBlockers])
    }
  }, [])
  const promptedBlocker = blocker.state === 'blocked' ? blockers.at(-1) : undefined
  const guard = useMemo(
    () => ({ promptedBlocker, block, stay: () => blocker.reset?.(), leave: () => blocker.proceed?.() }),
    [promptedBlocker, block, blocker],
  )
  return <GuardContext value={guard}>{children}</GuardContext>
}
