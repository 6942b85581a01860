import { Notification } from '@mantine/core'
import { hideNotification, useNotifications } from '@mantine/notifications'
import type { NotificationData } from '@mantine/notifications'
import { useEffect, useState } from 'react'

import { texts } from '../texts/texts.ts'

import classes from './NoticeArea.module.css'

const displayMs = 4000
const exitMs = 250

/**
 * Where notices appear: at most five at a time, for four seconds each unless they say otherwise; the rest are
 * queued. It is part of the first load,
 * so that errors can be shown when nothing more can be fetched. Mantine's own component supports dragging and stacking
 * and is five times as large.
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
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  // It stays while it is hovered or focused.
  const isPaused = isHovered || isFocused
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    if (!autoClose || isPaused) return undefined
    const timer = setTimeout(() => setLeaving(true), autoClose === true ? displayMs : autoClose)
    return () => clearTimeout(timer)
  }, [autoClose, isPaused])
  useEffect(() => {
    if (!isLeaving) return undefined
    const timer = setTimeout(() => hideNotification(id), exitMs)
    return () => clearTimeout(timer)
  }, [isLeaving, id])

  return (
    <Notification
      {...look}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className={classes.notice ?? ''}
      mod={{ leaving: isLeaving }}
      closeButtonProps={{ 'aria-label': texts.shell.close }}
      onClose={() => setLeaving(true)}
    >
      {message}
    </Notification>
  )
}
