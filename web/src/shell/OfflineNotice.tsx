import { IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'

import { texts } from '../texts/texts.ts'

import classes from './OfflineNotice.module.css'

function subscribe(notify: () => void) {
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}

/** Shown while the browser is offline. Lists keep their content and are fetched again when it is back online. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <output>
      {!isOnline && (
        <span className={classes.notice}>
          <IconWifiOff size={18} aria-hidden />
          {texts.shell.offline}
        </span>
      )}
    </output>
  )
}
