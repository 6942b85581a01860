import { VisuallyHidden } from '@mantine/core'
import { useEffect } from 'react'

import { createStore, useStore } from '../store.ts'

const announcement = createStore('')
let currentTitle: string | undefined

/** Announces a text to screen readers. */
export const announce = (text: string) => announcement.write(text)

/** Called by each page with its title. A change of page is announced, and the focus moves to its content. */
export function usePageAnnouncement(title: string | undefined) {
  useEffect(() => {
    const isFirst = currentTitle === undefined
    if (title === undefined || currentTitle === title) return
    currentTitle = title
    if (isFirst) return
    announce(title)
    if (!document.querySelector('[aria-modal=true]') && !isInContent()) focusContent()
  }, [title])
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
