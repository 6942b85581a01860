import type { ComponentType } from 'react'

import { logFailure } from '../log.ts'
import { aStore, useStore } from '../store.ts'

const place = aStore<{ Notices?: ComponentType }>({})
let isComing = false

/** Called with each notice: most visits see none, so the place for them is not put up before the first. */
export async function putUpNotices() {
  if (isComing) return
  isComing = true
  try {
    place.write({ Notices: (await import('./Notifications.tsx')).Notifications })
  } catch (error) {
    // They wait; the next one tries again.
    isComing = false
    logFailure('Notices cannot be shown', error)
  }
}

/** Where notices appear. */
export function NoticeArea() {
  const { Notices } = useStore(place)
  return Notices ? <Notices /> : null
}
