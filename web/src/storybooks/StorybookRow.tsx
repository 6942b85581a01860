import { Anchor, Title, UnstyledButton } from '@mantine/core'
import { maxNewVersions } from '@plinth/contract/storybooks.ts'
import type { ListedStorybook } from '@plinth/contract/storybooks.ts'
import { memo, useRef } from 'react'
import { Link } from 'react-router'

import { ChangeNumbers } from '../compare/ChangeNumbers.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { describeNewest } from './describe-build.ts'
import { StorybookActions, StorybookDialogs, UploadDialog, useStorybookActions } from './StorybookActions.tsx'
import type { StorybookCardProps } from './StorybookCard.tsx'
import { StorybookMark } from './StorybookMark.tsx'
import { StorybookMenu } from './StorybookMenu.tsx'
import { useIsNear } from './use-is-near.ts'

import classes from './StorybookRow.module.css'

interface StorybookRowProps extends StorybookCardProps {
  /** Whether there is room for a menu only. */
  isNarrow: boolean
}

/** A storybook in one line. As with a card, all of it opens the storybook, and until it comes near it has only its title. */
export const StorybookRow = memo(function StorybookRow(props: StorybookRowProps) {
  const { storybook, isInGroup = false, Favourite, hasFolder = false, isFirst = true, isNarrow } = props
  const { publicId, title, description, folder, latest, lastUpdated, isFavourite } = storybook
  const actions = useStorybookActions(storybook)
  const { account, home } = actions
  const row = useRef<HTMLElement>(null)
  const isNear = useIsNear(row, isFirst)
  return (
    <article ref={row} className={classes.row} aria-labelledby={`storybook-${publicId}`}>
      <StorybookMark account={account} storybook={storybook} size={28} isNear={isNear} />
      <div className={classes.name}>
        <Title order={isInGroup ? 3 : 2} id={`storybook-${publicId}`} className={classes.title} title={title}>
          <MainAction title={title} actions={actions} />
        </Title>
        {isNear && (
          <span className={classes.about}>
            {[hasFolder && folder, description].filter(Boolean).join(' · ')}
          </span>
        )}
      </div>
      {isNear && (
        <>
          <span className={classes.news}>
            <News storybook={storybook} home={home} />
          </span>
          <span className={classes.build}>{describeNewest(storybook)}</span>
          <span className={classes.origin}>
            {latest?.branch && <span className={classes.branch}>{latest.branch}</span>}
            {latest?.commit && <code className={classes.commit}>{latest.commit.slice(0, 7)}</code>}
          </span>
          <span className={classes.time}>{lastUpdated && <RelativeTime date={lastUpdated} />}</span>
          <div className={classes.actions} data-is-chosen={isFavourite || undefined}>
            {isNarrow ? (
              <StorybookMenu storybook={storybook} actions={actions} />
            ) : (
              <>
                {Favourite && <Favourite account={account} storybook={storybook} />}
                {!actions.hasVersions && <span className={classes.noVersions} />}
                <StorybookActions storybook={storybook} actions={actions} />
              </>
            )}
          </div>
          <StorybookDialogs storybook={storybook} actions={actions} />
        </>
      )}
    </article>
  )
})

/** Opens the storybook, or what publishes its first version. */
function MainAction({ title, actions }: { title: string; actions: ReturnType<typeof useStorybookActions> }) {
  if (actions.hasVersions) {
    return (
      <Link to={actions.home} className={classes.main} aria-label={texts.storybooks.viewOne(title)} data-stop>
        {title}
      </Link>
    )
  }
  if (!actions.canPublish) return title
  return (
    <UnstyledButton
      className={classes.main}
      onClick={actions.upload.open}
      aria-label={texts.storybooks.uploadFirstTo(title)}
      {...UploadDialog.preloadProps}
      data-stop
    >
      {title}
    </UnstyledButton>
  )
}

/** The numbers of what changed if one version is new, otherwise how many are. */
function News({ storybook, home }: { storybook: ListedStorybook; home: string }) {
  const { newVersions, newChanges } = storybook
  if (!newVersions) return null
  const isLimit = newVersions === maxNewVersions
  return (
    <Anchor
      component={Link}
      to={`${home}/versions`}
      inherit
      underline="hover"
      title={texts.storybooks.newVersions(newVersions, isLimit)}
    >
      {newChanges ? <ChangeNumbers counts={newChanges} /> : texts.storybooks.newCount(newVersions, isLimit)}
    </Anchor>
  )
}
