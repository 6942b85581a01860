import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { maxLength } from '@plinth/contract/max-length.ts'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import type { PublishedStorybook } from '@plinth/contract/versions.ts'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { useDialogCloseGuard } from '../shell/Dialog.tsx'
import { WithCode } from '../shell/WithCode.tsx'
import { useConfig } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { checkFile } from './check-file.ts'
import { checkZip } from './check-zip.ts'
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
  const [fileError, setFileError] = useState<string>()
  const [notes, setNotes] = useState('')
  const [branch, setBranch] = useState(storybook.mainBranch ?? '')
  const latest = useRef<File>(undefined)
  const upload = useUpload({ account, storybook: storybook.publicId, onPublished })
  useDialogCloseGuard(upload.isRunning ? 'uploading' : file || notes ? 'unsaved' : 'none')

  async function choose(files: File[]) {
    const [chosen] = files
    if (!chosen) return
    latest.current = chosen
    const problem = checkFile(files, limits.uploadBytes) ?? (await checkZip(chosen, limits.uploadFiles))
    if (latest.current !== chosen) return
    setFileError(problem)
    setFile(problem === undefined ? chosen : undefined)
    upload.clearError()
  }
  const actions = useRef<HTMLDivElement>(null)
  const wasRunning = useRef(false)
  useEffect(() => {
    // The pressed button is replaced by another, which takes over the focus.
    if (wasRunning.current !== upload.isRunning) actions.current?.querySelector('button')?.focus()
    wasRunning.current = upload.isRunning
  }, [upload.isRunning])
  return (
    <Stack>
      <DropZone
        file={file}
        error={fileError}
        isDisabled={upload.isRunning}
        onFiles={(files) => void choose(files)}
      />
      <Textarea
        label={texts.versions.uploading.notes}
        description={texts.versions.uploading.notesDescription}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={maxLength.message}
        value={notes}
        disabled={upload.isRunning}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      {storybook.mainBranch !== null && (
        <TextInput
          label={texts.versions.uploading.branch}
          description={texts.versions.uploading.branchDescription(storybook.mainBranch)}
          maxLength={maxLength.branch}
          value={branch}
          disabled={upload.isRunning}
          onChange={(event) => setBranch(event.currentTarget.value)}
        />
      )}
      {upload.state.step === 'failed' && (
        <Alert color="red" variant="light" title={texts.versions.errors.title} icon={<IconAlertCircle />}>
          <WithCode text={upload.state.message} />
        </Alert>
      )}
      <div ref={actions}>
        {upload.isRunning ? (
          <UploadProgress state={upload.state} onCancel={upload.cancel} />
        ) : (
          <Group justify="flex-end">
            <Button
              disabled={!file}
              onClick={() => file && void upload.start(file, { message: notes, branch })}
            >
              {texts.versions.uploading.action}
            </Button>
          </Group>
        )}
      </div>
    </Stack>
  )
}
