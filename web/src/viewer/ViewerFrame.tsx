import { useState } from 'react'
import type { RefObject } from 'react'

import { BuildFrame } from './BuildFrame.tsx'
import type { StoryLocation } from './story-address.ts'
import { storySearch } from './story-address.ts'
import { useFrameFocus } from './use-frame-focus.ts'
import { useStoryLocation } from './use-story-location.ts'
import { managerPage, requireForeignOrigin } from './viewer-session.ts'
import type { ViewerSession } from './viewer-session.ts'
import { ViewerSkeleton } from './ViewerSkeleton.tsx'

interface ViewerFrameProps {
  frame: RefObject<HTMLIFrameElement | null>
  opened: ViewerSession
  openedAt: number
  title: string
  onStory: (location: StoryLocation) => void
}

/** The uploaded build. It starts at the story in the portal's address; from then on, the portal follows the frame. */
export function ViewerFrame({ frame, opened, openedAt, title, onStory }: ViewerFrameProps) {
  const [start] = useState(() => managerPage(storySearch(location.search)))
  useStoryLocation(frame, requireForeignOrigin(opened.viewerBaseUrl), onStory)
  useFrameFocus(frame)
  return (
    <BuildFrame
      frame={frame}
      opened={opened}
      openedAt={openedAt}
      title={title}
      page={start}
      skeleton={<ViewerSkeleton />}
    />
  )
}
