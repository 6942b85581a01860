import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { RefObject } from 'react'

import { errorMessage } from '../error-message.ts'
import { texts } from '../texts/texts.ts'
import type { StoryLocation } from './story-address.ts'
import { storySearch } from './story-address.ts'
import { useSessionRefresh } from './use-session-refresh.ts'
import { useStoryLocation } from './use-story-location.ts'
import { requireForeignOrigin, frameAddress } from './viewer-session.ts'
import type { OpenedVersion } from './viewer-session.ts'
import { ViewerSkeleton } from './ViewerSkeleton.tsx'

import classes from './ViewerPage.module.css'

/** What an uploaded build may do. Above all, it may not navigate the portal's tab. */
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads'

interface ViewerFrameProps {
  frame: RefObject<HTMLIFrameElement | null>
  opened: OpenedVersion
  openedAt: number
  title: string
  onStory: (location: StoryLocation) => void
}

/** The uploaded build. It starts at the story in the portal's address; from then on, the portal follows the frame. */
export function ViewerFrame({ frame, opened, openedAt, title, onStory }: ViewerFrameProps) {
  // Never changed, because another address would reload the frame.
  const [{ origin, address }] = useState(() => ({
    // Throws for the portal's own origin, where allow-same-origin would let the build remove the sandbox.
    origin: requireForeignOrigin(opened.viewerBaseUrl),
    address: frameAddress(opened.viewerBaseUrl, storySearch(location.search)),
  }))
  const [isLoaded, setLoaded] = useState(false)
  const refreshError = useSessionRefresh(opened, openedAt)
  useStoryLocation(frame, origin, onStory)
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
        {!isLoaded && <ViewerSkeleton />}
      </div>
    </>
  )
}
