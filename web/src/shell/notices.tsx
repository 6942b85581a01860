import type { MantineColor } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { errorMessage } from '../error-message.ts'
import { WithCode } from './WithCode.tsx'

interface Notice {
  /** Of two with the same id, the second is not shown while the first stands. */
  id?: string
  color?: MantineColor
  icon?: ReactNode
  title?: string
  message: ReactNode
  /** False for one that waits to be closed. */
  autoClose?: boolean
}

/** Says something in passing, in the corner of the page. */
export function showNotice(notice: Notice) {
  notifications.show({ ...notice })
}

/** What went well and needs no answer. */
export function showSuccess(message: string) {
  showNotice({ color: 'green', icon: <IconCheck size={18} aria-hidden />, message })
}

/** What did not work, and why, unless that is said elsewhere. While it still stands, it is not shown a second time. */
export function showError(what: string, error?: unknown) {
  showNotice({
    id: what,
    color: 'red',
    icon: <IconAlertCircle size={18} aria-hidden />,
    ...(error === undefined
      ? { message: what }
      : { title: what, message: <WithCode text={errorMessage(error)} /> }),
  })
}

/** It is being tried again: what stands there about the last time would soon be wrong. */
export const hideNotice = (what: string) => notifications.hide(what)

/** Takes all of them down: whoever they were for has left. */
export const clearNotices = () => notifications.clean()
