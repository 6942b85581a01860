import { Alert, Code, List, Stack, Tabs } from '@mantine/core'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { IconInfoCircle } from '@tabler/icons-react'

import { Dialog } from '../shell/Dialog.tsx'
import { showNotice } from '../shell/notices.tsx'
import { describeBuild } from '../storybooks/describe-build.ts'
import { texts } from '../texts/texts.ts'
import { ApiUpload } from './ApiUpload.tsx'
import { BrowserUpload } from './BrowserUpload.tsx'

interface UploadDialogProps {
  storybook: Storybook
  opened: boolean
  onClose: () => void
}

export function UploadDialog({ storybook, opened, onClose }: UploadDialogProps) {
  const words = texts.versions.uploading
  const isFirst = storybook.versionCount === 0
  return (
    <Dialog opened={opened} onClose={onClose} title={isFirst ? words.titleFirst : words.titleNext} size="lg">
      <Stack>
        <HowTo />
        {/* Hidden but not unmounted: an upload continues while the other tab is open. */}
        <Tabs defaultValue="browser" keepMountedMode="display-none">
          <Tabs.List mb="md" grow>
            <Tabs.Tab value="browser">{words.inBrowser}</Tabs.Tab>
            <Tabs.Tab value="api">{words.byApi}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="browser">
            <BrowserUpload
              storybook={storybook}
              onPublished={({ title, latest, versionPublicId }) => {
                onClose()
                showNotice({
                  color: 'teal',
                  title: words.published(title),
                  // It is not the latest if it is not on the main branch.
                  message:
                    latest?.versionPublicId === versionPublicId ? describeBuild(latest) : words.isReady,
                })
              }}
            />
          </Tabs.Panel>
          <Tabs.Panel value="api">
            <ApiUpload storybook={storybook} />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Dialog>
  )
}

function HowTo() {
  const { title, build, find, zip, upload } = texts.versions.uploading.howTo
  return (
    <Alert role="note" variant="default" title={title} icon={<IconInfoCircle />}>
      <List type="ordered" size="sm" spacing={2}>
        <List.Item>{build(<Code>npm run build-storybook</Code>)}</List.Item>
        <List.Item>{find(<Code>storybook-static</Code>)}</List.Item>
        <List.Item>{zip(<Code>index.html</Code>)}</List.Item>
        <List.Item>{upload}</List.Item>
      </List>
    </Alert>
  )
}
