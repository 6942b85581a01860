import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useLocation } from 'react-router'

const debounceMs = 150

/** For changes of the address that fields of its own page make. */
export const madeByField = { isMadeByField: true }

/**
 * The text of a field, and how to change it; soon after, it is written to the address. The field does not wait for the
 * address, or letters would be lost: the router changes it in a transition. It does follow links to another text.
 */
export function useTypedText(inAddress: string, write: (text: string) => void) {
  const { key, state } = useLocation() as { key: string; state: Partial<typeof madeByField> | null }
  const [typed, setTyped] = useState(inAddress)
  const [seen, setSeen] = useState(key)
  if (key !== seen) {
    setSeen(key)
    if (!state?.isMadeByField) setTyped(inAddress)
  }
  const writeSoon = useDebouncedCallback(write, debounceMs)
  function type(text: string) {
    setTyped(text)
    writeSoon(text)
  }
  return [typed, type] as const
}
