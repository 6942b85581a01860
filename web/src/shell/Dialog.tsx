import { Modal, Text } from '@mantine/core'
import type { MantineSize } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { createContext, use, useEffect, useState } from 'react'
import type { ReactNode } from 'react'

/**
 * How firmly a dialog stays open:
 * - `free`: Escape and a click outside close it
 * - `unsaved`: only its buttons do, because something typed or chosen would be lost
 * - `busy`: only what is under way does, when it ends
 */
type Hold = 'free' | 'unsaved' | 'busy'

const HoldContext = createContext<(hold: Hold) => void>(() => {})

/** Called by a dialog's content to keep the dialog around it open. */
export function useDialogHold(hold: Hold) {
  const setHold = use(HoldContext)
  useEffect(() => {
    setHold(hold)
    return () => setHold('free')
  }, [setHold, hold])
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
  // A long dialog needs all of a phone's screen; a short one is better off in the middle.
  const isNarrow = useMediaQuery('(max-width: 47.99em)')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={
        <Text component="span" size="lg" fw={600}>
          {title}
        </Text>
      }
      size={size}
      fullScreen={isNarrow && size !== 'md'}
      closeOnEscape={hold === 'free'}
      closeOnClickOutside={hold === 'free'}
      withCloseButton={hold !== 'busy'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <HoldContext value={setHold}>{children}</HoldContext>
    </Modal>
  )
}
