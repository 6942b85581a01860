import { VisuallyHidden } from '@mantine/core'
import { useEffect } from 'react'

import { createStore, useStore } from '../store.ts'

const announcement = createStore('')
let shown: string | undefined

/** Says something to those who cannot see it happen. */
export const announce = (text: string) => announcement.write(text)

/** Called by each page with its title: one that takes the place of another is announced, and reading goes on there. */
export function usePageAnnouncement(title: string | undefined) {
  useEffect(() => {
    const isFirst = shown === undefined
    if (title === undefined || shown === title) return
    shown = title
    if (isFirst) return
    announce(title)
    if (!document.querySelector('[aria-modal=true]') && !isInContent()) focusContent()
  }, [title])
}

/** Somebody who has begun to read the page, or was led to a part of it, is left there. */
const isInContent = () => content()?.contains(document.activeElement) ?? false

/** Where reading begins: below the header. */
export function focusContent() {
  content()?.focus({ preventScroll: true })
}

const content = () => document.querySelector<HTMLElement>('#content')

/** What a screen reader says when another page is shown, or when something else is announced. */
export function Announcements() {
  return <VisuallyHidden component="output">{useStore(announcement)}</VisuallyHidden>
}
