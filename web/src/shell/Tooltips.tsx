import { lazy, Suspense, useLayoutEffect, useState } from 'react'

import { withTooltip } from './tooltip.ts'
import { useLoadLater } from './use-load-later.ts'

const openDelayMs = 300

const load = () => import('./ShownTooltip.tsx')
const ShownTooltip = lazy(async () => ({ default: (await load()).ShownTooltip }))

/**
 * Shows the tooltips of all elements, on hover and focus: they name icons and explain why a button is disabled. One
 * for all, whose code is loaded when it is first needed: one for each element would take a third of a page's first
 * rendering.
 */
export function Tooltips() {
  const [target, setTarget] = useState<HTMLElement>()
  useLoadLater(load)
  useLayoutEffect(() => {
    const stop = new AbortController()
    let timer = 0
    let next: HTMLElement | undefined
    const show = (element: HTMLElement | undefined, delayMs = 0) => {
      if (element === next) return
      next = element
      clearTimeout(timer)
      if (!element) return setTarget(undefined)
      // If this fails, there is no tooltip; what it says is in the element's own label.
      load().then(
        () => (timer = window.setTimeout(() => next === element && setTarget(element), delayMs)),
        () => {},
      )
    }
    const on = (type: string, listener: (event: Event) => void) =>
      addEventListener(type, listener, { signal: stop.signal, capture: true })
    on('pointerover', (event) => {
      const element = withTooltip(event)
      // After a touch it would stay, so only those that explain why nothing happens are shown.
      const isTouch = (event as PointerEvent).pointerType === 'touch'
      show(isTouch && element?.ariaDisabled !== 'true' ? undefined : element, openDelayMs)
    })
    on('focusin', (event) => {
      if ((event.target as Element).matches(':focus-visible')) show(withTooltip(event))
    })
    on('focusout', () => show(undefined))
    on('keydown', (event) => (event as KeyboardEvent).key === 'Escape' && show(undefined))
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [])
  return <Suspense>{target && <ShownTooltip target={target} />}</Suspense>
}
