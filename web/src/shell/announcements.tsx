import { VisuallyHidden } from '@mantine/core'
import { useEffect } from 'react'

import { createStore, useStore } from '../store.ts'

const announcement = createStore('')
let current: { title: string; area: string | undefined } | undefined

/** Announces a text to screen readers. */
export const announce = (text: string) => announcement.write(text)

/**
 * Called by each page with its title. A change of page is announced, and the focus moves to its content. So is a change
 * of the area it belongs to, such as another account.
 */
export function usePageAnnouncement(title: string | undefined, area?: string) {
  useEffect(() => {
    const before = current
    if (title === undefined || (before?.title === title && before.area === area)) return
    current = { title, area }
    if (!before) return
    announce(area === undefined || area === before.area ? title : `${title} – ${area}`)
    if (!document.querySelector('[aria-modal=true]') && !isInContent()) focusContent()
  }, [title, area])
}

/** Do not move the focus if it is already somewhere in the page. */
const isInContent = () => content()?.contains(document.activeElement) ?? false

/** Moves the focus to the content below the header. */
export function focusContent() {
  content()?.focus({ preventScroll: true })
}

const content = () => document.querySelector<HTMLElement>('#content')

/** The live region for announcements. */
export function Announcements() {
  return <VisuallyHidden component="output">{useStore(announcement)}</VisuallyHidden>
}
