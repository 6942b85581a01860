import { useDisclosure } from '@mantine/hooks'
import { can } from '@plinth/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { namedVersionAddress, versionNameIn, viewerAddress } from '../addresses.ts'
import { composedVersion } from '../compositions/composed-version.ts'
import { focusContent, usePageAnnouncement } from '../shell/announcements.tsx'
import { lazyDialog } from '../shell/lazy-dialog.tsx'
import { useConfig } from '../sign-in/SessionProvider.tsx'
import { storybookQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'
import { versionQuery, versionsQuery } from '../versions/queries.ts'
import { isOnPortalsSite } from './build-frame.ts'
import { discardEarlyViewer } from './early-viewer.ts'
import { linkChoices } from './link-choices.ts'
import { storySearch } from './story-address.ts'
import type { StoryLocation } from './story-address.ts'
import { useBrowserTitle } from './use-browser-title.ts'
import { askAgainMs, useVersionAge } from './use-version-age.ts'
import { frameAddress, openedVersionQuery, openInNewTab } from './viewer-session.ts'
import { ViewerBar } from './ViewerBar.tsx'
import { ViewerFailure } from './ViewerFailure.tsx'
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
  const navigate = useNavigate()
  const versionName = versionNameIn(pathname)
  const requested = version ?? versionName
  const details = useQuery({ ...storybookQuery(account, storybook), staleTime: askAgainMs })
  // If it cannot be fetched, the build is still shown, under a generic title.
  const title = details.data?.title ?? (details.error ? texts.viewer.frame : undefined)
  const {
    data: opened,
    error,
    dataUpdatedAt,
    refetch,
  } = useQuery(openedVersionQuery(account, storybook, requested))
  const { versions, shown } = useShownVersion({ account, storybook, id: opened?.version })
  const newest = useVersionAge({ account, storybook, requested, opened, details: details.data, shown })
  const [story, setStory] = useState<StoryLocation>(() => ({
    search: storySearch(location.search),
    title: '',
  }))
  const frame = useRef<HTMLIFrameElement>(null)
  const [isSharing, sharing] = useDisclosure()
  const { composeUrl } = useConfig()
  const [isComposing, composing] = useDisclosure()
  usePageAnnouncement(title)
  useBrowserTitle(details.data?.title, story.title)

  const place = { account, storybook }
  const canShow = opened !== undefined || !error
  const newestId = newest?.id
  const listNewest = useEffectEvent((id: string) => {
    const isListed = versions.data?.some(({ publicId }) => publicId === id) ?? true
    if (!isListed) void versions.refetch()
  })
  useEffect(() => {
    if (newestId !== undefined) listNewest(newestId)
  }, [newestId])

  // Whoever leaves before the frame is in its place must not have it over the next page.
  useEffect(() => discardEarlyViewer, [])

  function showNewest() {
    focusContent()
    // At an address that means the newest, the same address leads to another version now.
    if (newest?.age === 'overtaken' && version === undefined && versionName?.by !== 'commit')
      return void refetch()
    const address =
      newest?.branch === undefined
        ? viewerAddress(place)
        : namedVersionAddress(place, { by: 'branch', name: newest.branch })
    return void navigate(address + story.search)
  }

  return (
    <div className={classes.page}>
      <ViewerBar
        {...place}
        title={title}
        folder={details.data?.folder}
        mainBranch={details.data?.mainBranch}
        versions={versions.data}
        newest={details.data?.latest?.versionPublicId}
        hasFailed={Boolean(versions.error ?? error)}
        version={opened?.version ?? version}
        shown={shown}
        age={newest?.age}
        onShowNewest={showNewest}
        search={story.search}
        links={
          canShow
            ? linkChoices({ ...place, version: opened?.version, versionName, search: story.search })
            : []
        }
        newTabAddress={opened && frameAddress(opened.viewerBaseUrl, story.search)}
        {...(opened && !isOnPortalsSite(opened.viewerBaseUrl)
          ? { onOpenInNewTab: () => void openInNewTab(opened, story.search) }
          : {})}
        {...(can(role, 'shareVersions') ? { onShare: sharing.open } : {})}
        {...(canShow && composeUrl !== null ? { onCompose: composing.open } : {})}
      />
      <ShareDialog
        {...place}
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
      <main id="content" tabIndex={-1} className={classes.main}>
        {opened ? (
          <ViewerFrame
            key={opened.version}
            frame={frame}
            opened={opened}
            openedAt={dataUpdatedAt}
            title={title ?? texts.viewer.frame}
            onStory={setStory}
            place={place}
            {...(newest && newest.age !== 'newest' && { onShowNewest: showNewest })}
          />
        ) : (
          <div className={classes.stage}>
            {error ? (
              <ViewerFailure
                {...place}
                error={error}
                details={details.data}
                isNewest={requested === undefined}
                search={story.search}
                retry={() => void refetch()}
                onOpenInNewTab={() =>
                  void openInNewTab({ ...place, version: version ?? 'latest' }, story.search, versionName)
                }
              />
            ) : (
              <ViewerSkeleton />
            )}
          </div>
        )}
      </main>
    </div>
  )
}

interface VersionPlace {
  account: string
  storybook: string
  id: string | undefined
}

/** The newest versions, and the shown one even if it is older than those. */
function useShownVersion({ account, storybook, id }: VersionPlace) {
  // Asked for again only when there is a newer one.
  const versions = useQuery({ ...versionsQuery(account, storybook), refetchOnWindowFocus: false })
  const listed = versions.data?.find(({ publicId }) => publicId === id)
  const alone = useQuery({
    ...versionQuery(account, storybook, id ?? ''),
    enabled: id !== undefined && versions.isFetched && !listed,
  })
  return { versions, shown: listed ?? alone.data }
}
