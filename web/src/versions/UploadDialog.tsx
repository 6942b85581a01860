import { Code, List, Stack, Tabs, Text } from '@mantine/core'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { ToggleChevron } from '../shell/ToggleChevron.tsx'
import { texts } from '../texts/texts.ts'
import { ApiUpload } from './ApiUpload.tsx'
import { BrowserUpload } from './BrowserUpload.tsx'
import { showPublishedNotice } from './PublishedNotice.tsx'

import classes from './UploadDialog.module.css'

interface UploadDialogProps {
  storybook: Storybook
  opened: boolean
  onClose: () => void
  /** It was created a moment ago. */
  isNew?: boolean
}

export function UploadDialog({ storybook, opened, onClose, isNew = false }: UploadDialogProps) {
  const { publicId: account } = useAccount()
  const navigate = useNavigate()
  const words = texts.versions.uploading
  const isFirst = useWhenOpened(opened, storybook.versionCount === 0)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={isFirst ? words.titleFirst : words.titleNext}
      size="lg"
      isSteady
    >
      <Stack gap="sm" className={classes.content}>
        <Text className={classes.subject}>
          {(isNew ? words.created : isFirst ? words.first : words.next)(<b>{storybook.title}</b>)}
        </Text>
        <HowTo />
        {/* Hidden but not unmounted: an upload continues while the other tab is open. */}
        <Tabs defaultValue="browser" keepMountedMode="display-none" className={classes.tabs}>
          <Tabs.List mb="md" grow>
            <Tabs.Tab value="browser">{words.inBrowser}</Tabs.Tab>
            <Tabs.Tab value="api">{words.byApi}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="browser" className={classes.panel}>
            <BrowserUpload
              storybook={storybook}
              cancelLabel={isNew ? words.skip : texts.shell.cancel}
              onPublished={(published, message) => {
                onClose()
                showPublishedNotice(account, published, message, navigate)
              }}
              onClose={onClose}
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

/** The value as it was when the dialog was opened: an upload whose answer is lost may have published the first version. */
function useWhenOpened<Value>(opened: boolean, value: Value) {
  const [kept, setKept] = useState(value)
  if (!opened && kept !== value) setKept(value)
  return kept
}

function HowTo() {
  const { title, build, find, zip, upload } = texts.versions.uploading.howTo
  return (
    <details className={classes.howTo}>
      <summary className={classes.summary}>
        <ToggleChevron size={18} />
        {title}
      </summary>
      <List type="ordered" size="sm" spacing={2} className={classes.steps}>
        <List.Item>{build(<Code>npm run build-storybook</Code>)}</List.Item>
        <List.Item>{find(<Code>storybook-static</Code>)}</List.Item>
        <List.Item>{zip(<Code>index.html</Code>)}</List.Item>
        <List.Item>{upload}</List.Item>
      </List>
    </details>
  )
}
