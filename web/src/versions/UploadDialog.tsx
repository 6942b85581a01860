import { Alert, Code, List, Stack, Tabs } from '@mantine/core'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { IconInfoCircle } from '@tabler/icons-react'

import { Dialog } from '../shell/Dialog.tsx'
import { showNotice } from '../shell/notices.tsx'
import { describeBuild } from '../storybooks/build-facts.ts'
import { ApiUpload } from './ApiUpload.tsx'
import { BrowserUpload } from './BrowserUpload.tsx'

interface UploadDialogProps {
  storybook: Storybook
  opened: boolean
  onClose: () => void
}

export function UploadDialog({ storybook, opened, onClose }: UploadDialogProps) {
  const isFirst = storybook.versionCount === 0
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={isFirst ? 'Upload Storybook' : 'Update Storybook'}
      size="lg"
    >
      <Stack>
        <HowTo />
        <Tabs defaultValue="browser">
          <Tabs.List mb="md" grow>
            <Tabs.Tab value="browser">Web Browser Upload</Tabs.Tab>
            <Tabs.Tab value="api">API / CLI Upload</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="browser">
            <BrowserUpload
              storybook={storybook}
              onPublished={({ title, latest }) => {
                onClose()
                showNotice({
                  color: 'teal',
                  title: `${title} is published`,
                  message: latest ? describeBuild(latest) : 'The new version is ready to view.',
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
  return (
    <Alert role="note" variant="default" title="How to upload" icon={<IconInfoCircle />}>
      <List type="ordered" size="sm" spacing={2}>
        <List.Item>
          Build the storybook: <Code>npm run build-storybook</Code>
        </List.Item>
        <List.Item>
          Find the static output folder, usually <Code>storybook-static</Code>
        </List.Item>
        <List.Item>
          Zip its contents, with <Code>index.html</Code> at the top
        </List.Item>
        <List.Item>Upload the zip</List.Item>
      </List>
    </Alert>
  )
}
