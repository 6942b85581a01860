import { useWindowEvent } from '@mantine/hooks'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Where keys already mean something. */
const ownKeys = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

/** "/" leads to the search, which may have to be revealed first. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>, reveal?: () => void) {
  useWindowEvent('keydown', (event) => {
    const { key, target } = event
    if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (target instanceof Element && target.closest(ownKeys)) return
    if (reveal) flushSync(reveal)
    field.current?.focus()
    field.current?.select()
    event.preventDefault()
  })
}
