import type { MantineColor } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { errorMessage } from '../error-message.ts'
import { WithCode } from './WithCode.tsx'

interface Notice {
  /** A notice is not shown while another with the same id is visible. */
  id?: string
  color?: MantineColor
  icon?: ReactNode
  title?: string
  message: ReactNode
  /** False to keep it until it is closed; or for how many milliseconds it is shown. */
  autoClose?: boolean | number
}

/** Shows a notice in the corner of the page. */
export function showNotice(notice: Notice) {
  notifications.show({ ...notice })
}

/** Confirms that something succeeded. */
export function showSuccess(message: string) {
  showNotice({ color: 'green', icon: <IconCheck size={18} aria-hidden />, message })
}

/** Reports what failed and, if `error` is given, why. */
export function showError(message: string, error?: unknown) {
  showNotice({
    id: message,
    color: 'red',
    icon: <IconAlertCircle size={18} aria-hidden />,
    ...(error === undefined
      ? { message }
      : { title: message, message: <WithCode text={errorMessage(error)} /> }),
  })
}

/** Hides the error of the last attempt when another one starts. */
export const hideNotice = (message: string) => notifications.hide(message)

/** Removes all notices, after a sign-out. */
export const clearNotices = () => notifications.clean()
