import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import type { PublishedStorybook } from '@plinth/contract/versions.ts'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { useDialogHold } from '../shell/Dialog.tsx'
import { useConfig } from '../sign-in/SessionProvider.tsx'
import { refusalOf } from './choose-file.ts'
import { DropZone } from './DropZone.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import { useUpload } from './use-upload.ts'

interface BrowserUploadProps {
  storybook: Storybook
  onPublished: (published: PublishedStorybook) => void
}

export function BrowserUpload({ storybook, onPublished }: BrowserUploadProps) {
  const { publicId: account } = useAccount()
  const { limits } = useConfig()
  const [file, setFile] = useState<File>()
  const [refusal, setRefusal] = useState<string>()
  const [notes, setNotes] = useState('')
  const upload = useUpload({ account, storybook: storybook.publicId, onPublished })
  useDialogHold(upload.isRunning ? 'busy' : file || notes ? 'unsaved' : 'free')

  function choose(files: File[]) {
    const [chosen] = files
    if (!chosen) return
    const problem = refusalOf(files, limits.uploadBytes)
    setRefusal(problem)
    setFile(problem === undefined ? chosen : undefined)
    upload.forgetFailure()
  }
  return (
    <Stack>
      <DropZone file={file} error={refusal} isDisabled={upload.isRunning} onFiles={choose} />
      <Textarea
        label="Notes"
        description="What changed, for the list of versions (optional)"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={notes}
        disabled={upload.isRunning}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      {upload.state.step === 'failed' && (
        <Alert color="red" variant="light" title="Upload Error" icon={<IconAlertCircle />}>
          {upload.state.message}
        </Alert>
      )}
      {upload.isRunning ? (
        <UploadProgress state={upload.state} onCancel={upload.cancel} />
      ) : (
        <Group justify="flex-end">
          <Button disabled={!file} onClick={() => file && void upload.start(file, notes)}>
            Upload
          </Button>
        </Group>
      )}
      <LeaveGuard isRunning={upload.isRunning} />
    </Stack>
  )
}

/** Leaving the page would cut the upload off: by the browser's buttons it asks first. */
function LeaveGuard({ isRunning }: { isRunning: boolean }) {
  const blocker = useBlocker(isRunning)
  useEffect(() => {
    if (!isRunning) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isRunning])

  const isAsking = blocker.state === 'blocked'
  useEffect(() => {
    // The upload ended while the question stood: there is nothing left to ask about.
    if (isAsking && !isRunning) blocker.reset()
  }, [isAsking, isRunning, blocker])

  if (!isAsking) return null
  return (
    <Alert color="yellow" variant="light" title="Leave this page?" icon={<IconAlertCircle />} role="alert">
      <Text size="sm">The upload is still under way, and leaving stops it.</Text>
      <Group mt="sm">
        <Button size="xs" variant="default" onClick={blocker.reset}>
          Stay
        </Button>
        <Button size="xs" color="red" variant="light" onClick={blocker.proceed}>
          Stop the upload and leave
        </Button>
      </Group>
    </Alert>
  )
}
