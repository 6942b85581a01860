import { notifications } from '@mantine/notifications'
import type { NotificationData } from '@mantine/notifications'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'

import { explain } from '../explain.ts'
import { texts } from '../texts/texts.ts'
import { putUpNotices } from './NoticeArea.tsx'

/** Says something in passing, in the corner of the page. */
export function showNotice(notice: NotificationData) {
  void putUpNotices()
  notifications.show({ closeButtonProps: { 'aria-label': texts.shell.close }, ...notice })
}

/** What went well and needs no answer. */
export function noticeSuccess(message: string) {
  showNotice({ color: 'green', icon: <IconCheck size={18} aria-hidden />, message })
}

/** What did not work, and why, unless that is said elsewhere. While it still stands, it is not shown a second time. */
export function noticeFailure(what: string, error?: unknown) {
  showNotice({
    id: what,
    color: 'red',
    icon: <IconAlertCircle size={18} aria-hidden />,
    ...(error === undefined ? { message: what } : { title: what, message: explain(error) }),
  })
}

/** It is being tried again: what stands there about the last time would soon be wrong. */
export const withdrawNotice = (what: string) => notifications.hide(what)
