import { Button, Card, Group, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { can } from '@plinth/contract/roles.ts'
import type { ListedStorybook } from '@plinth/contract/storybooks.ts'
import { IconEdit, IconHistory, IconUpload } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { IconAction } from '../shell/IconAction.tsx'
import { lazyDialog } from '../shell/lazy-dialog.tsx'
import { texts } from '../texts/texts.ts'
import { CardDetails } from './CardDetails.tsx'
import { useIsNear } from './use-is-near.ts'

import classes from './StorybookCard.module.css'

const UploadDialog = lazyDialog(async () => (await import('../versions/UploadDialog.tsx')).UploadDialog)
const EditStorybookDialog = lazyDialog(
  async () => (await import('./EditStorybookDialog.tsx')).EditStorybookDialog,
)

interface StorybookCardProps {
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
 * Until it comes near, only its title and main action are rendered: everything takes eight times as long, which is noticed
 * with hundreds. Memoised, because the others stay while some are searched for.
 */
export const StorybookCard = memo(function StorybookCard(props: StorybookCardProps) {
  const { storybook, isInGroup = false, Favourite, hasFolder = false, isFirst = true } = props
  const { publicId, title, versionCount } = storybook
  const { publicId: account, role } = useAccount()
  const card = useRef<HTMLElement>(null)
  const isNear = useIsNear(card, isFirst)
  const [isUploading, upload] = useDisclosure()
  const [isEditing, edit] = useDisclosure()
  const home = `/account/${account}/storybook/${publicId}`
  const hasVersions = versionCount > 0
  const canPublish = can(role, 'publish')
  return (
    <Card
      ref={card}
      component="article"
      withBorder
      className={classes.card}
      aria-labelledby={`storybook-${publicId}`}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Title order={isInGroup ? 3 : 2} size="h4" id={`storybook-${publicId}`} className={classes.title}>
          {title}
        </Title>
        {isNear && (
          <Group gap={0} wrap="nowrap" className={classes.actions}>
            {Favourite && <Favourite account={account} storybook={storybook} />}
            {hasVersions && (
              <IconAction
                icon={IconHistory}
                label={texts.storybooks.viewVersionsOf(title)}
                tooltip={texts.storybooks.viewVersions}
                to={`${home}/versions`}
              />
            )}
            {canPublish && (
              <IconAction
                icon={IconUpload}
                label={texts.storybooks.uploadTo(title)}
                tooltip={texts.storybooks.upload}
                onClick={upload.open}
                {...UploadDialog.preloadProps}
              />
            )}
            {can(role, 'editStorybooks') && (
              <IconAction
                icon={IconEdit}
                label={texts.storybooks.editOne(title)}
                tooltip={texts.storybooks.edit}
                onClick={edit.open}
                {...EditStorybookDialog.preloadProps}
              />
            )}
          </Group>
        )}
      </Group>
      {isNear && <CardDetails storybook={storybook} home={home} hasFolder={hasFolder} />}
      {hasVersions && (
        <Button
          component={Link}
          to={home}
          variant="default"
          aria-label={texts.storybooks.viewOne(title)}
          data-stop
        >
          {texts.storybooks.view}
        </Button>
      )}
      {!hasVersions && canPublish && (
        <Button
          variant="default"
          onClick={upload.open}
          aria-label={texts.storybooks.uploadFirstTo(title)}
          {...UploadDialog.preloadProps}
          data-stop
        >
          {texts.storybooks.uploadFirst}
        </Button>
      )}
      {isNear && (
        <>
          <UploadDialog storybook={storybook} opened={isUploading} onClose={upload.close} />
          <EditStorybookDialog storybook={storybook} opened={isEditing} onClose={edit.close} />
        </>
      )}
    </Card>
  )
})
