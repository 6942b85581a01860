import { IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'

import { reachable } from '../connection.ts'
import { useStore } from '../store.ts'
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

/** Shown while the browser is offline or the portal does not answer. Lists keep their content and are fetched again afterwards. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const isReachable = useStore(reachable)
  return (
    <output>
      {!(isOnline && isReachable) && (
        <span className={classes.notice}>
          <IconWifiOff size={18} aria-hidden />
          {isOnline ? texts.shell.portalDown : texts.shell.offline}
        </span>
      )}
    </output>
  )
}
