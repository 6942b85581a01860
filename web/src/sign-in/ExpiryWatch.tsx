import { lazy, Suspense, useSyncExternalStore } from 'react'

import { expiryStore } from './expiry.ts'

const SessionExpiredDialog = lazy(async () => ({
  default: (await import('./SessionExpiredDialog.tsx')).SessionExpiredDialog,
}))

/** Where a person is asked to sign in again without leaving the page. */
export function ExpiryWatch() {
  const expiry = useSyncExternalStore(expiryStore.subscribe, expiryStore.read)
  if (!expiry) return null
  return (
    <Suspense>
      <SessionExpiredDialog {...expiry} />
    </Suspense>
  )
}
