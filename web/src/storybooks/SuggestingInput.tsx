import { Autocomplete } from '@mantine/core'
import type { AutocompleteProps } from '@mantine/core'
import { useState } from 'react'

interface SuggestingInputProps extends Omit<AutocompleteProps, 'data' | 'dropdownOpened'> {
  value: string
  suggestions: string[]
}

/** A text field with suggestions. A list without any is closed: it cannot be seen, and would take the first Escape. */
export function SuggestingInput({ value, suggestions, ...props }: SuggestingInputProps) {
  const [isOpen, setOpen] = useState(false)
  const typed = value.trim().toLowerCase()
  const hasMatches = suggestions.some((one) => one.toLowerCase().includes(typed))
  return (
    <Autocomplete
      {...props}
      value={value}
      data={suggestions}
      dropdownOpened={isOpen && hasMatches}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      // An empty list is not closed by itself, and must not open when suggestions come.
      onBlur={() => setOpen(false)}
    />
  )
}
