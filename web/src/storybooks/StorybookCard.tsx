import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { can } from '@plinth/contract/roles.ts'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { IconEdit, IconHistory, IconUpload } from '@tabler/icons-react'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { IconAction } from '../shell/IconAction.tsx'
import { lazyDialog } from '../shell/lazy-dialog.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { describeBuild } from './describe-build.ts'

import classes from './StorybookCard.module.css'

const UploadDialog = lazyDialog(async () => (await import('../versions/UploadDialog.tsx')).UploadDialog)
const EditStorybookDialog = lazyDialog(
  async () => (await import('./EditStorybookDialog.tsx')).EditStorybookDialog,
)

export function StorybookCard({ storybook }: { storybook: Storybook }) {
  const { publicId, title, description, lastUpdated, latest, versionCount } = storybook
  const { publicId: account, role } = useAccount()
  const [isUploading, upload] = useDisclosure()
  const [isEditing, edit] = useDisclosure()
  const home = `/account/${account}/storybook/${publicId}`
  const hasVersions = versionCount > 0
  const canPublish = can(role, 'publish')
  return (
    <Card component="article" withBorder className={classes.card} aria-labelledby={`storybook-${publicId}`}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Title order={2} size="h4" id={`storybook-${publicId}`} className={classes.title}>
          {title}
        </Title>
        <Group gap={0} wrap="nowrap" className={classes.actions}>
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
      </Group>
      {description && (
        <Text size="sm" lineClamp={3} className={classes.description}>
          {description}
        </Text>
      )}
      <Stack gap={2} className={classes.facts}>
        <Text size="sm" c="dimmed">
          {latest ? describeBuild(latest) : texts.versions.none}
        </Text>
        {lastUpdated && (
          <Text size="sm" c="dimmed">
            {texts.storybooks.lastUpdated(<RelativeTime date={lastUpdated} />)}
          </Text>
        )}
      </Stack>
      {hasVersions && (
        <Button component={Link} to={home} variant="default" aria-label={texts.storybooks.viewOne(title)}>
          {texts.storybooks.view}
        </Button>
      )}
      {!hasVersions && canPublish && (
        <Button
          variant="default"
          onClick={upload.open}
          aria-label={texts.storybooks.uploadFirstTo(title)}
          {...UploadDialog.preloadProps}
        >
          {texts.storybooks.uploadFirst}
        </Button>
      )}
      <UploadDialog storybook={storybook} opened={isUploading} onClose={upload.close} />
      <EditStorybookDialog storybook={storybook} opened={isEditing} onClose={edit.close} />
    </Card>
  )
}
