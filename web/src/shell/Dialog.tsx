import { Modal, Text } from '@mantine/core'
import type { MantineSize } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { createContext, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'

import { texts } from '../texts/texts.ts'
import { focusContent } from './announcements.tsx'
import type { LossKind } from './LeavePrompt.tsx'
import { useIsTopDialog } from './open-dialogs.ts'
import { useLeavePrompt } from './use-leave-prompt.tsx'

import classes from './Dialog.module.css'

/**
 * What keeps a dialog from closing:
 * - `none`: Escape, the ✕ and a click outside close it
 * - `unsaved`, `uncopied`: closing it or leaving the page asks first, because something would be lost
 * - `busy`: it cannot be closed until the work is done
 * - `uploading`: likewise, and leaving the page asks first
 */
type CloseGuard = 'none' | 'busy' | LossKind

const CloseGuardContext = createContext<(guard: CloseGuard) => void>(() => {})

/** Called by a dialog's content to keep the dialog from closing. */
export function useDialogCloseGuard(guard: CloseGuard) {
  const setGuard = use(CloseGuardContext)
  // A layout effect, because the user may press Back right after typing the first letter.
  useLayoutEffect(() => {
    setGuard(guard)
    return () => setGuard('none')
  }, [setGuard, guard])
}

/** What opened a dialog that closes in this commit, for the dialog that it leads on to. */
let leftOpener: Element | null = null

/** The element that had the focus when the dialog was opened, or the dialog before it. */
function useOpener(opened: boolean) {
  const opener = useRef<Element>(null)
  useLayoutEffect(() => {
    if (!opened) return undefined
    opener.current = leftOpener ?? focusedOpener()
    return () => {
      leftOpener = opener.current
      queueMicrotask(() => (leftOpener = null))
    }
  }, [opened])
  return opener
}

/** The button of a menu stands for the menu's items, which are gone when the dialog closes. */
function focusedOpener() {
  const menu = document.activeElement?.closest('[role=menu]')
  const button = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
  return button ?? document.activeElement
}

/** Rendered inside a dialog, moves the focus when the dialog is gone. */
function FocusRecovery({ opener }: { opener: RefObject<Element | null> }) {
  useEffect(() => () => recoverFocus(opener.current), [opener])
  return null
}

/**
 * Mantine restores the focus only if the opener is still there, Tab is not pressed meanwhile, and the dialog was opened
 * neither from a menu nor by another dialog.
 */
function recoverFocus(opener: Element | null) {
  if (isFocusLost() && opener instanceof HTMLElement) opener.focus()
  if (isFocusLost()) document.querySelector<HTMLElement>('[aria-modal=true]')?.focus()
  if (isFocusLost()) focusContent()
}

const isFocusLost = () => document.activeElement === document.body

interface DialogProps {
  opened: boolean
  onClose: () => void
  title: string
  size?: MantineSize
  /** Whether its height stays the same, so that its buttons do not move when more is shown. */
  isSteady?: boolean
  /** Mounted when the dialog opens, so that its state is fresh each time. */
  children: ReactNode
}

export function Dialog({ opened, onClose, title, size = 'md', isSteady = false, children }: DialogProps) {
  const [guard, setGuard] = useState<CloseGuard>('none')
  const isTop = useIsTopDialog(opened)
  const opener = useOpener(opened)
  const isBusy = guard === 'busy' || guard === 'uploading'
  const loss = opened && guard !== 'none' && guard !== 'busy' ? guard : undefined
  const { prompt, requestClose } = useLeavePrompt(loss, onClose)
  // On a phone, a long dialog fills the screen and a short one stays centred.
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
      // A long one grows only downwards, so that nothing moves under the pointer.
      centered={size === 'md'}
      fullScreen={isNarrow && size !== 'md'}
      closeOnEscape={!isBusy && isTop}
      closeOnClickOutside={!isBusy}
      withCloseButton={!isBusy}
      closeButtonProps={{ 'aria-label': texts.shell.close }}
      {...(isSteady && { classNames: { content: classes.steady ?? '', body: classes.body ?? '' } })}
    >
      <CloseGuardContext value={setGuard}>{children}</CloseGuardContext>
      <FocusRecovery opener={opener} />
      {prompt}
    </Modal>
  )
}

/** The end of a steady dialog: its buttons, always in view. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>
}
