import { useWindowEvent } from '@mantine/hooks'
import type { RefObject } from 'react'

/** Where keys already mean something. */
const ownKeys = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

/** "/" leads to the search. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>) {
  useWindowEvent('keydown', (event) => {
    const { key, target } = event
    if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (target instanceof Element && target.closest(ownKeys)) return
    field.current?.focus()
    field.current?.select()
    event.preventDefault()
  })
}
