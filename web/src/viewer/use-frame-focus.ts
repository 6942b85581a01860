import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

/**
 * Gives the frame the focus when its page has loaded, so that Storybook's shortcuts work at once. Tab and F6 leave it, as in
 * any page. Never taken from something that the person has focused: a field, a button, an open menu or dialog.
 */
export function useFrameFocus(frame: RefObject<HTMLIFrameElement | null>) {
  useLayoutEffect(() => {
    const { current } = frame
    if (!current) return undefined
    const focus = () => {
      const { activeElement } = document
      const isFree = !activeElement || activeElement === document.body || activeElement.id === 'content'
      if (isFree && !document.querySelector('[aria-modal=true]')) current.focus({ preventScroll: true })
    }
    current.addEventListener('load', focus)
    return () => current.removeEventListener('load', focus)
  }, [frame])
}
