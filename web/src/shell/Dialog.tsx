import { Modal, Text } from '@mantine/core'
import type { MantineSize } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { createContext, use, useEffect, useLayoutEffect, useState } from 'react'
import type { ReactNode } from 'react'

import { texts } from '../texts/texts.ts'
import { focusContent } from './announcements.tsx'
import type { Loss } from './LeavePrompt.tsx'
import { useIsTopDialog } from './open-dialogs.ts'
import { useLeavePrompt } from './use-leave-prompt.tsx'

/**
 * How firmly a dialog stays open:
 * - `free`: Escape, its ✕ and a click outside close it
 * - `unsaved`, `uncopied`: these ask first, because something would be lost; so does leaving the page
 * - `busy`: only what is under way closes it, when it ends
 * - `uploading`: likewise, and leaving the page prefetch
 */
type Hold = 'free' | 'busy' | Loss

const HoldContext = createContext<(hold: Hold) => void>(() => {})

/** Called by a dialog's content to keep the dialog around it open. */
export function useDialogCloseGuard(hold: Hold) {
  const setHold = use(HoldContext)
  // Before anything else can happen: Back may follow the first letter closely.
  useLayoutEffect(() => {
    setHold(hold)
    return () => setHold('free')
  }, [setHold, hold])
}

/** The transition, and Mantine giving the focus back to what opened the dialog. */
const closingMs = 250

/**
 * What opened a dialog may be gone when it closes, with what was deleted in it; then reading goes on in the dialog
 * below, or at the top of the page.
 */
function keepFocus() {
  if (document.activeElement !== document.body) return
  const below = document.querySelector<HTMLElement>('[aria-modal=true]')
  if (below) below.focus()
  else focusContent()
}

interface DialogProps {
  opened: boolean
  onClose: () => void
  title: string
  size?: MantineSize
  /** Mounted when the dialog opens, so that state in it starts afresh each time. */
  children: ReactNode
}

export function Dialog({ opened, onClose, title, size = 'md', children }: DialogProps) {
  const [hold, setHold] = useState<Hold>('free')
  const isTop = useIsTopDialog(opened)
  useEffect(() => {
    if (!opened) return undefined
    return () => void setTimeout(keepFocus, closingMs)
  }, [opened])
  const isBusy = hold === 'busy' || hold === 'uploading'
  const loss = opened && hold !== 'free' && hold !== 'busy' ? hold : undefined
  const { question, requestClose } = useLeavePrompt(loss, onClose)
  // A long dialog needs all of a phone's screen; a short one is better off in the middle.
  const isNarrow = useMediaQuery('(max-width: 47.99em)')
  return (
    <Modal
      opened={opened}
      onClose={requestClose}
      title={
        <Text component="span" size="lg" fw={600}>
          {title}
        </Text>
      }
      size={size}
      fullScreen={isNarrow && size !== 'md'}
      closeOnEscape={!isBusy && isTop}
      closeOnClickOutside={!isBusy}
      withCloseButton={!isBusy}
      closeButtonProps={{ 'aria-label': texts.shell.close }}
    >
      <HoldContext value={setHold}>{children}</HoldContext>
      {question}
    </Modal>
  )
}
