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

/** Says so while the browser has no connection. Lists stay as they were, and are fetched anew when it is back. */
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
