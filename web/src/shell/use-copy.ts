import { useClipboard } from '@mantine/hooks'
import { useEffect, useState } from 'react'

import { texts } from '../texts/texts.ts'
import { announce } from './announcements.tsx'

/** How long "Copied" is shown. */
const feedbackMs = 2000

/** Copies to the clipboard and announces whether it worked. */
export function useCopy() {
  const clipboard = useClipboard({ timeout: feedbackMs })
  const [success, setSuccess] = useState(texts.shell.copied)
  const isCopied = clipboard.copied
  const isRefused = clipboard.error !== null
  const outcome = isCopied ? success : isRefused ? texts.shell.copyRefused : undefined
  useEffect(() => {
    if (outcome === undefined) return undefined
    announce(outcome)
    // Cleared, because an unchanged text is not announced again.
    return () => announce('')
  }, [outcome])

  /** `said` names what was copied where that is not obvious. */
  function copy(value: string, said = texts.shell.copied) {
    setSuccess(said)
    clipboard.copy(value)
  }
  return { copy, isCopied, isRefused, outcome }
}
