import { Button, Container, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { can } from '@plinth/contract/roles.ts'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { IconUpload } from '@tabler/icons-react'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { lazyDialog } from '../shell/lazy-dialog.tsx'
import { texts } from '../texts/texts.ts'

const UploadDialog = lazyDialog(async () => (await import('../versions/UploadDialog.tsx')).UploadDialog)

interface NothingPublishedProps {
  storybook: Storybook
  /** What the specification says about it. */
  reason: string | undefined
  storybooks: string
  /** When there may be a version. */
  onUploaded: () => void
}

/** A storybook without a version is no error: somebody has to upload the first one. */
export function NothingPublished({ storybook, reason, storybooks, onUploaded }: NothingPublishedProps) {
  const { role } = useAccount()
  const [isUploading, uploading] = useDisclosure()
  const canUpload = can(role, 'publish')
  const { noVersion, noVersionForViewers, upload } = texts.viewer.advice
  return (
    <Container size="xs" py={64}>
      <Stack align="center" gap="md">
        <EmptyState icon={IconUpload}>{canUpload ? noVersion : noVersionForViewers}</EmptyState>
        <Group gap="xs">
          {canUpload && (
            <Button onClick={uploading.open} {...UploadDialog.preloadProps}>
              {upload}
            </Button>
          )}
          <Button component={Link} to={storybooks} variant="default">
            {texts.viewer.backFromFailure}
          </Button>
        </Group>
        {reason !== undefined && (
          <Text size="xs" c="dimmed">
            {reason}
          </Text>
        )}
      </Stack>
      <UploadDialog
        storybook={storybook}
        opened={isUploading}
        onClose={() => {
          uploading.close()
          onUploaded()
        }}
      />
    </Container>
  )
}
