import { useDisclosure } from '@mantine/hooks'
import { can } from '@plinth/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation, useParams } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { storybookAddress, versionNameIn } from '../addresses.ts'
import { composedVersion } from '../compositions/composed-version.ts'
import { usePageAnnouncement } from '../shell/announcements.tsx'
import { lazyDialog } from '../shell/lazy-dialog.tsx'
import { useConfig } from '../sign-in/SessionProvider.tsx'
import { storybookQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'
import { versionsQuery } from '../versions/queries.ts'
import { storySearch } from './story-address.ts'
import type { StoryLocation } from './story-address.ts'
import { useBrowserTitle } from './use-browser-title.ts'
import { frameAddress, openedVersionQuery, openInNewTab, sharesSessionWithNewTab } from './viewer-session.ts'
import { ViewerBar } from './ViewerBar.tsx'
import { ViewerErrorAlert } from './ViewerErrorAlert.tsx'
import { ViewerFrame } from './ViewerFrame.tsx'
import { ViewerSkeleton } from './ViewerSkeleton.tsx'

import classes from './ViewerPage.module.css'

const ComposeDialog = lazyDialog(
  async () => (await import('../compositions/ComposeDialog.tsx')).ComposeDialog,
)
const ShareDialog = lazyDialog(async () => (await import('../share-links/ShareDialog.tsx')).ShareDialog)

export function ViewerPage() {
  const { publicId: account, role } = useAccount()
  const { storybook = '', version } = useParams()
  const { pathname } = useLocation()
  const versionName = versionNameIn(pathname)
  const details = useQuery(storybookQuery(account, storybook))
  const versions = useQuery(versionsQuery(account, storybook))
  // If it cannot be fetched, the build is still shown, under a generic title.
  const title = details.data?.title ?? (details.error ? texts.viewer.frame : undefined)
  const {
    data: opened,
    error,
    dataUpdatedAt,
    refetch,
  } = useQuery(openedVersionQuery(account, storybook, version ?? versionName))
  const [story, setStory] = useState<StoryLocation>(() => ({
    search: storySearch(location.search),
    title: '',
  }))
  const frame = useRef<HTMLIFrameElement>(null)
  const [isSharing, sharing] = useDisclosure()
  const { composeUrl } = useConfig()
  const [isComposing, composing] = useDisclosure()
  const shown = versions.data?.find(({ publicId }) => publicId === opened?.version)
  usePageAnnouncement(title)
  useBrowserTitle(details.data?.title, story.title)
  return (
    <div className={classes.page}>
      <ViewerBar
        account={account}
        storybook={storybook}
        title={title}
        versions={versions.data}
        newest={details.data?.latest?.versionPublicId}
        hasFailed={Boolean(versions.error ?? error)}
        version={opened?.version ?? version}
        search={story.search}
        newTabAddress={opened && frameAddress(opened.viewerBaseUrl, story.search)}
        {...(opened && !sharesSessionWithNewTab(opened.viewerBaseUrl)
          ? { onOpenInNewTab: () => void openInNewTab(opened, story.search) }
          : {})}
        {...(opened && can(role, 'shareVersions') ? { onShare: sharing.open } : {})}
        {...(composeUrl !== null && details.data ? { onCompose: composing.open } : {})}
        onFullScreen={() => void frame.current?.requestFullscreen()}
      />
      <ShareDialog
        account={account}
        storybook={storybook}
        version={opened?.version}
        branch={shown?.branch}
        suggestsBranch={versionName?.by === 'branch'}
        search={story.search}
        opened={isSharing}
        onClose={sharing.close}
      />
      <ComposeDialog
        storybook={storybook}
        title={details.data?.title ?? ''}
        composeUrl={composeUrl ?? ''}
        version={composedVersion({ requested: version, versionName, shown })}
        opened={isComposing}
        onClose={composing.close}
      />
      {opened ? (
        <ViewerFrame
          key={opened.version}
          frame={frame}
          opened={opened}
          openedAt={dataUpdatedAt}
          title={title ?? texts.viewer.frame}
          onStory={setStory}
        />
      ) : (
        <div className={classes.stage}>
          {error ? (
            <ViewerErrorAlert
              error={error}
              storybooks={`/account/${account}/storybooks`}
              {...(details.data && { versions: `${storybookAddress({ account, storybook })}/versions` })}
              retry={() => void refetch()}
            />
          ) : (
            <ViewerSkeleton />
          )}
        </div>
      )}
    </div>
  )
}
