import { Center, Text } from '@mantine/core'
import type { EntryLink } from '@plinth/contract/contents.ts'
import type { Version } from '@plinth/contract/versions.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { viewerAddress } from '../addresses.ts'
import { IconAction } from '../shell/IconAction.tsx'
import { useNow } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { BuildFrame } from '../viewer/BuildFrame.tsx'
import { storyPathSearch } from '../viewer/story-address.ts'
import { openedVersionQuery, openInNewTab, previewPage } from '../viewer/viewer-session.ts'
import { ViewerErrorAlert } from '../viewer/ViewerErrorAlert.tsx'
import { ViewerSkeleton } from '../viewer/ViewerSkeleton.tsx'
import { describeVersion } from './describe-version.ts'

import classes from './SideBySidePage.module.css'

export type Side = 'before' | 'after'

interface SidePaneProps {
  account: string
  storybook: string
  side: Side
  /** Undefined until it is known. */
  version: Version | undefined
  entry: EntryLink | undefined
  isMissing: boolean
}

/** One of the two versions, at the compared story. */
export function SidePane({ account, storybook, side, version, entry, isMissing }: SidePaneProps) {
  const now = useNow()
  const frame = useRef<HTMLIFrameElement>(null)
  const id = version?.publicId
  const opened = useQuery({
    ...openedVersionQuery(account, storybook, id),
    enabled: id !== undefined,
  })
  const name = texts.compare[side]
  const words = texts.compare.viewer
  return (
    <section className={classes.pane} aria-label={name}>
      <div className={classes.caption}>
        <b>{name}</b>
        <span className={classes.version}>{version && describeVersion(version, now)}</span>
        {entry && id !== undefined && (
          <IconAction
            icon={IconExternalLink}
            label={`${words.open}: ${name}`}
            tooltip={words.open}
            to={viewerAddress({ account, storybook, version: id, entry })}
          />
        )}
      </div>
      {isMissing ? (
        <Center className={classes.missing}>
          <Text c="dimmed">{side === 'before' ? words.missingBefore : words.missingAfter}</Text>
        </Center>
      ) : entry && opened.data ? (
        <BuildFrame
          key={entry.id}
          frame={frame}
          opened={opened.data}
          openedAt={opened.dataUpdatedAt}
          title={words.frame(name, entry.name)}
          page={previewPage(entry)}
          skeleton={<ViewerSkeleton withSidebar={false} />}
        />
      ) : (
        <div className={classes.waiting}>
          {opened.error ? (
            <ViewerErrorAlert
              error={opened.error}
              storybooks={`/account/${account}/storybooks`}
              retry={() => void opened.refetch()}
              onOpenInNewTab={() =>
                void openInNewTab(
                  { account, storybook, version: id ?? '' },
                  entry ? storyPathSearch(entry) : '',
                )
              }
            />
          ) : (
            <ViewerSkeleton withSidebar={false} />
          )}
        </div>
      )}
    </section>
  )
}
