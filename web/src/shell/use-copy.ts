import { useClipboard } from '@mantine/hooks'
import { useEffect } from 'react'

import { texts } from '../texts/texts.ts'
import { announce } from './announcements.tsx'

/** How long "Copied" stays. */
const feedback = 2000

/** Copies to the clipboard, and says whether that worked. */
export function useCopy() {
  const { copy, copied: isCopied, error } = useClipboard({ timeout: feedback })
  const isRefused = error !== null
  useEffect(() => {
    if (!isCopied && !isRefused) return undefined
    announce(isCopied ? texts.shell.copied : texts.shell.copyRefused)
    // Emptied, or the same words would not be said again.
    return () => announce('')
  }, [isCopied, isRefused])
  return { copy, isCopied, isRefused }
}
