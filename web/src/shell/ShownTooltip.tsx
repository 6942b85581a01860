import { Tooltip } from '@mantine/core'
import { useEffect, useId, useSyncExternalStore } from 'react'

import { tooltipOf } from './tooltip.ts'

function watchTexts(notify: () => void) {
  const changes = new MutationObserver(notify)
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-tooltip'] })
  return () => changes.disconnect()
}

/** The tooltip of an element, as long as the element is on the page. */
export function ShownTooltip({ target }: { target: HTMLElement }) {
  const id = useId()
  const text = useSyncExternalStore(watchTexts, () => (target.isConnected ? tooltipOf(target) : undefined))
  useEffect(() => {
    const described = target.getAttribute('aria-describedby')
    target.setAttribute('aria-describedby', described === null ? id : `${described} ${id}`)
    return () => {
      if (described === null) target.removeAttribute('aria-describedby')
      else target.setAttribute('aria-describedby', described)
    }
  }, [target, id])
  if (text === undefined) return null
  return <Tooltip target={target} opened label={<span id={id}>{text}</span>} />
}
