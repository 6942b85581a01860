import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Fields and buttons lose the focus when they are disabled during a mutation. Afterwards it moves to the first invalid
 * field, or back to where it was.
 */
export function useRestoreFocus(container: RefObject<HTMLElement | null>, isPending: boolean) {
  const previousFocus = useRef<Element>(null)
  useLayoutEffect(() => {
    if (isPending) previousFocus.current = document.activeElement
    else if (previousFocus.current) {
      const { current } = previousFocus
      previousFocus.current = null
      if (!focusInvalidField(container.current) && current instanceof HTMLElement) current.focus()
    }
  }, [container, isPending])
}

/** Returns whether there was an invalid field. */
export function focusInvalidField(container: HTMLElement | null): boolean {
  const invalid = container?.querySelector<HTMLElement>('[aria-invalid=true]')
  invalid?.focus()
  return invalid !== null && invalid !== undefined
}
