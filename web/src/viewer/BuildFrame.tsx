import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode, RefObject } from 'react'

import { errorMessage } from '../error-message.ts'
import { texts } from '../texts/texts.ts'
import { useSessionRefresh } from './use-session-refresh.ts'
import { requireForeignOrigin } from './viewer-session.ts'
import type { ViewerSession } from './viewer-session.ts'

import classes from './ViewerPage.module.css'

/** What an uploaded build may do. Above all, it may not navigate the portal's tab. */
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads'

interface BuildFrameProps {
  frame: RefObject<HTMLIFrameElement | null>
  opened: ViewerSession
  openedAt: number
  title: string
  /** The page of the build to start at: a path on its own origin. Later changes have no effect. */
  page: string
  /** Shown until it has loaded. */
  skeleton: ReactNode
}

/** An uploaded build in a sandboxed frame, with a session that stays alive. */
export function BuildFrame({ frame, opened, openedAt, title, page, skeleton }: BuildFrameProps) {
  // Never changed, because another address would reload the frame.
  const [address] = useState(() => {
    // Throws for the portal's own origin, where allow-same-origin would let the build remove the sandbox.
    requireForeignOrigin(opened.viewerBaseUrl)
    return opened.viewerBaseUrl + page
  })
  const [isLoaded, setLoaded] = useState(false)
  const refreshError = useSessionRefresh(opened, openedAt)
  return (
    <>
      {refreshError !== undefined && (
        <Alert color="yellow" variant="light" radius={0} icon={<IconAlertCircle />} py="xs">
          {texts.viewer.notRenewed(errorMessage(refreshError))}
        </Alert>
      )}
      <div className={classes.stage}>
        <iframe
          ref={frame}
          title={title}
          sandbox={sandbox}
          referrerPolicy="no-referrer"
          allow="clipboard-write; fullscreen"
          src={address}
          className={classes.frame}
          onLoad={() => setLoaded(true)}
        />
        {!isLoaded && skeleton}
      </div>
    </>
  )
}
