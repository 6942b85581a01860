import { Button, Card, Text, Title } from '@mantine/core'
import type { ListedStorybook } from '@plinth/contract/storybooks.ts'
import { IconFolder } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'

import { Thumbnail } from '../pictures/Thumbnail.tsx'
import { texts } from '../texts/texts.ts'
import { CardDetails } from './CardDetails.tsx'
import { StorybookActions, StorybookDialogs, UploadDialog, useStorybookActions } from './StorybookActions.tsx'
import { StorybookMark } from './StorybookMark.tsx'
import { useIsNear } from './use-is-near.ts'

import classes from './StorybookCard.module.css'

export interface StorybookCardProps {
  storybook: ListedStorybook
  /** Below the heading of a group, its title is one of the next level. */
  isInGroup?: boolean
  /** Makes it a favourite. Among few it has none, and that page does not load its code. */
  Favourite?: ComponentType<{ account: string; storybook: ListedStorybook }>
  /** Whether it says which folder it is in. */
  hasFolder?: boolean
  /** Whether it is likely to be on the first screen. */
  isFirst?: boolean
}

/**
 * The whole card does what its button says. Until it comes near, only its title and that button are rendered: everything
 * takes eight times as long, which is noticed with hundreds. Memoised, because the others stay while some are searched for.
 */
export const StorybookCard = memo(function StorybookCard(props: StorybookCardProps) {
  const { storybook, isInGroup = false, Favourite, hasFolder = false, isFirst = true } = props
  const { publicId, title, folder, isFavourite, latest } = storybook
  const actions = useStorybookActions(storybook)
  const { account, home } = actions
  const card = useRef<HTMLElement>(null)
  const isNear = useIsNear(card, isFirst)
  return (
    <Card
      ref={card}
      component="article"
      withBorder
      className={classes.card}
      aria-labelledby={`storybook-${publicId}`}
    >
      {latest && (
        <Thumbnail account={account} of={{ version: latest.versionPublicId }} place="card" isNear={isNear} />
      )}
      <div className={classes.head}>
        <StorybookMark account={account} storybook={storybook} isNear={isNear} />
        <div className={classes.name}>
          <Title order={isInGroup ? 3 : 2} size="h3" id={`storybook-${publicId}`} className={classes.title}>
            {title}
          </Title>
          {isNear && hasFolder && folder && (
            <Text size="xs" c="dimmed" className={classes.folder}>
              <IconFolder size={14} aria-hidden />
              {folder}
            </Text>
          )}
        </div>
        {isNear && Favourite && (
          <div className={classes.favourite} data-is-chosen={isFavourite || undefined}>
            <Favourite account={account} storybook={storybook} />
          </div>
        )}
      </div>
      {isNear && <CardDetails storybook={storybook} home={home} />}
      <div className={classes.actions}>
        {actions.hasVersions && (
          <Button
            component={Link}
            to={home}
            variant="light"
            className={classes.main}
            aria-label={texts.storybooks.viewOne(title)}
            data-stop
          >
            {texts.storybooks.view}
          </Button>
        )}
        {!actions.hasVersions && actions.canPublish && (
          <Button
            variant="default"
            className={classes.main}
            onClick={actions.upload.open}
            aria-label={texts.storybooks.uploadFirstTo(title)}
            {...UploadDialog.preloadProps}
            data-stop
          >
            {texts.storybooks.uploadFirst}
          </Button>
        )}
        {isNear && (
          <div className={classes.others}>
            <StorybookActions storybook={storybook} actions={actions} />
          </div>
        )}
      </div>
      {isNear && <StorybookDialogs storybook={storybook} actions={actions} />}
    </Card>
  )
})
