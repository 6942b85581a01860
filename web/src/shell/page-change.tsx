import { VisuallyHidden } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'

const changes = new EventTarget()
let shown: string | undefined
let announced = ''

/** Called by each page with its title: one that takes the place of another is announced, and reading goes on there. */
export function usePageChange(title: string | undefined) {
  useEffect(() => {
    const isFirst = shown === undefined
    if (title === undefined || shown === title) return
    shown = title
    if (isFirst) return
    announced = title
    changes.dispatchEvent(new Event('announced'))
    if (!document.querySelector('[aria-modal=true]')) focusContent()
  }, [title])
}

/** Where reading begins: below the header. */
export function focusContent() {
  document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
}

function subscribe(notify: () => void) {
  changes.addEventListener('announced', notify)
  return () => changes.removeEventListener('announced', notify)
}

/** What a screen reader says when another page is shown. */
export function PageAnnouncement() {
  const text = useSyncExternalStore(subscribe, () => announced)
  return <VisuallyHidden component="output">{text}</VisuallyHidden>
}
