import { useClipboard } from '@mantine/hooks'
import { useEffect } from 'react'

import { texts } from '../texts/texts.ts'
import { announce } from './announcements.tsx'

/** How long "Copied" is shown. */
const feedbackMs = 2000

/** Copies to the clipboard and announces whether it worked. */
export function useCopy() {
  const { copy, copied: isCopied, error } = useClipboard({ timeout: feedbackMs })
  const isRefused = error !== null
  useEffect(() => {
    if (!isCopied && !isRefused) return undefined
    announce(isCopied ? texts.shell.copied : texts.shell.copyRefused)
    // Cleared, because an unchanged text is not announced again.
    return () => announce('')
  }, [isCopied, isRefused])
  return { copy, isCopied, isRefused }
}
