import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { readLinkCode } from '../link-codes.ts'
import { usePageAnnouncement } from '../shell/announcements.tsx'
import { ErrorPage } from '../shell/ErrorPage.tsx'
import { useNow } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { useBrowserTitle } from '../viewer/use-browser-title.ts'
import { CookiesRefused } from '../viewer/viewer-session.ts'
import { ViewerFrame } from '../viewer/ViewerFrame.tsx'
import { ViewerSkeleton } from '../viewer/ViewerSkeleton.tsx'
import { GuestBar } from './GuestBar.tsx'
import { LinkGonePage } from './LinkGonePage.tsx'
import { openedShareQuery, openShareInNewTab } from './opened-share.ts'
import type { OpenedShare } from './opened-share.ts'

import classes from './SharePage.module.css'

/** The page behind a share link: the version it opens, for a guest who is not signed in. */
export function SharePage() {
  const [secret] = useState(() => readLinkCode('share'))
  const { data: share, error, dataUpdatedAt, refetch } = useQuery(openedShareQuery(secret))
  const now = useNow()
  if (!share && error) {
    const { failed, cookiesRefused } = texts.shareLinks.page
    if (!(error instanceof CookiesRefused))
      return <ErrorPage title={failed} error={error} retry={() => void refetch()} />
    return (
      <ErrorPage
        title={texts.viewer.errors.cookiesRefused}
        retry={() => void openShareInNewTab(secret)}
        retryLabel={texts.viewer.newTab}
      >
        <Text size="sm">{cookiesRefused}</Text>
      </ErrorPage>
    )
  }
  if (share === undefined) {
    return (
      <div className={classes.page}>
        <ViewerSkeleton />
      </div>
    )
  }
  const isGone = share === null || Date.parse(share.linkExpiresAt) <= now
  return isGone ? <LinkGonePage /> : <SharedBuild share={share} openedAt={dataUpdatedAt} />
}

function SharedBuild({ share, openedAt }: { share: OpenedShare; openedAt: number }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [story, setStory] = useState('')
  useBrowserTitle(share.title, story)
  usePageAnnouncement(share.title)
  return (
    <div className={classes.page}>
      <GuestBar share={share} />
      <main id="content" tabIndex={-1} className={classes.main}>
        <ViewerFrame
          frame={frame}
          opened={share}
          openedAt={openedAt}
          title={share.title}
          onStory={({ title }) => setStory(title)}
        />
      </main>
    </div>
  )
}
