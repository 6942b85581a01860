import { lazy, Suspense, useSyncExternalStore } from 'react'

const Notifications = lazy(async () => ({ default: (await import('./Notifications.tsx')).Notifications }))

const wanted = new EventTarget()
let isWanted = false

/** Called with the first notice: most visits see none, so the place for them is not put up before. */
export function putUpNotices() {
  isWanted = true
  wanted.dispatchEvent(new Event('change'))
}

function subscribe(notify: () => void) {
  wanted.addEventListener('change', notify)
  return () => wanted.removeEventListener('change', notify)
}

/** Where notices appear. */
export function NoticeArea() {
  const isUp = useSyncExternalStore(subscribe, () => isWanted)
  if (!isUp) return null
  return (
    <Suspense>
      <Notifications />
    </Suspense>
  )
}
