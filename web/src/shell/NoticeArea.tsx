import { Notification } from '@mantine/core'
import { hideNotification, useNotifications } from '@mantine/notifications'
import type { NotificationData } from '@mantine/notifications'
import { useEffect, useState } from 'react'

import { texts } from '../texts/texts.ts'

import classes from './NoticeArea.module.css'

const displayMs = 4000
const exitMs = 250

/**
 * Where notices appear: at most five at a time, for four seconds each; the rest wait. Part of the first load, since a
 * failure must be told also where nothing more can be fetched: Mantine's own area is five times as large, for the sake
 * of dragging and stacking.
 */
export function NoticeArea() {
  const { notifications } = useNotifications()
  if (notifications.length === 0) return null
  return (
    <section aria-label={texts.shell.notices} className={classes.area}>
      {notifications.map((notice) => (
        <Notice key={notice.id} notice={notice} />
      ))}
    </section>
  )
}

function Notice({ notice }: { notice: NotificationData }) {
  const { id = '', message, autoClose = true, ...look } = notice
  const [isHeld, setHeld] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    if (!autoClose || isHeld) return undefined
    const timer = setTimeout(() => setLeaving(true), displayMs)
    return () => clearTimeout(timer)
  }, [autoClose, isHeld])
  useEffect(() => {
    if (!isLeaving) return undefined
    const timer = setTimeout(() => hideNotification(id), exitMs)
    return () => clearTimeout(timer)
  }, [isLeaving, id])

  // Whoever is reading it, or about to close it, is given the time.
  const hold = { onMouseEnter: () => setHeld(true), onFocus: () => setHeld(true) }
  const release = { onMouseLeave: () => setHeld(false), onBlur: () => setHeld(false) }
  return (
    <Notification
      {...look}
      {...hold}
      {...release}
      className={classes.notice ?? ''}
      mod={{ leaving: isLeaving }}
      closeButtonProps={{ 'aria-label': texts.shell.close }}
      onClose={() => setLeaving(true)}
    >
      {message}
    </Notification>
  )
}
