import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Fields and buttons are disabled while something is under way, and lose the focus by that. Afterwards it goes to the
 * first field that is wrong, or back to where it was.
 */
export function useRestoreFocus(place: RefObject<HTMLElement | null>, isPending: boolean) {
  const before = useRef<Element>(null)
  useLayoutEffect(() => {
    if (isPending) before.current = document.activeElement
    else if (before.current) {
      const { current } = before
      before.current = null
      if (!focusInvalidField(place.current) && current instanceof HTMLElement) current.focus()
    }
  }, [place, isPending])
}

/** Whether there was a field to correct. */
export function focusInvalidField(place: HTMLElement | null): boolean {
  const mistaken = place?.querySelector<HTMLElement>('[aria-invalid=true]')
  mistaken?.focus()
  return mistaken !== null && mistaken !== undefined
}
