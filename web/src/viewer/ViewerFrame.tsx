import { useState } from 'react'
import type { RefObject } from 'react'

import { managerPage } from './build-frame.ts'
import { BuildFrame } from './BuildFrame.tsx'
import { MissingStoryNotice } from './MissingStoryNotice.tsx'
import { OtherVersions } from './OtherVersions.tsx'
import type { StoryLocation } from './story-address.ts'
import { storySearch } from './story-address.ts'
import { TroubleNotice } from './TroubleNotice.tsx'
import { useBuildTrouble } from './use-build-trouble.ts'
import { useFrameFocus } from './use-frame-focus.ts'
import { useStoryLocation } from './use-story-location.ts'
import { requireForeignOrigin } from './viewer-session.ts'
import type { ViewerSession } from './viewer-session.ts'
import { ViewerSkeleton } from './ViewerSkeleton.tsx'

import classes from './ViewerPage.module.css'

interface ViewerFrameProps {
  frame: RefObject<HTMLIFrameElement | null>
  opened: ViewerSession
  openedAt: number
  title: string
  onStory: (location: StoryLocation) => void
  /** Whose other versions and stories there are. Guests see only this version. */
  place?: { account: string; storybook: string }
  /** If there is a newer version. */
  onShowNewest?: () => void
}

/** The uploaded build. It starts at the story in the portal's address; from then on, the portal follows the frame. */
export function ViewerFrame({ frame, opened, openedAt, title, onStory, ...props }: ViewerFrameProps) {
  const { place, onShowNewest } = props
  const [start] = useState(() => managerPage(storySearch(location.search)))
  const origin = requireForeignOrigin(opened.viewerBaseUrl)
  useStoryLocation(frame, origin, onStory)
  const { trouble, missingStory } = useBuildTrouble(frame, origin)
  useFrameFocus(frame)

  // Started again, Storybook itself selects the first. Back does not lead to the missing one.
  function showFirstStory() {
    frame.current?.focus()
    frame.current?.contentWindow?.location.replace(opened.viewerBaseUrl + managerPage(''))
  }

  return (
    <div className={classes.framed}>
      <BuildFrame
        frame={frame}
        opened={opened}
        openedAt={openedAt}
        title={title}
        page={start}
        skeleton={!trouble && <ViewerSkeleton />}
      />
      {trouble && (
        <TroubleNotice
          trouble={trouble}
          otherVersions={place && <OtherVersions {...place} {...(onShowNewest && { onShowNewest })} />}
        />
      )}
      {!trouble && missingStory !== undefined && (
        <MissingStoryNotice
          key={missingStory}
          story={missingStory}
          account={place?.account}
          onShowFirst={showFirstStory}
          {...(onShowNewest && { onShowNewest })}
        />
      )}
    </div>
  )
}
