import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { maxLength } from '@plinth/contract/max-length.ts'
import type { Storybook } from '@plinth/contract/storybooks.ts'
import type { PublishedStorybook } from '@plinth/contract/versions.ts'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { blockedBy } from '../shell/blocked-by.ts'
import { DialogFoot, useDialogCloseGuard } from '../shell/Dialog.tsx'
import { formatBytes } from '../shell/formats.ts'
import { WithCode } from '../shell/WithCode.tsx'
import { useConfig } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { DropZone } from './DropZone.tsx'
import { MissingFiles } from './MissingFiles.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import { useBuildChoice } from './use-build-choice.ts'
import { useUpload } from './use-upload.ts'
import type { UploadState } from './use-upload.ts'

import classes from './BrowserUpload.module.css'

interface BrowserUploadProps {
  storybook: Storybook
  cancelLabel: string
  onPublished: (published: PublishedStorybook, message: string) => void
  onClose: () => void
}

export function BrowserUpload({ storybook, cancelLabel, onPublished, onClose }: BrowserUploadProps) {
  const { publicId: account } = useAccount()
  const words = texts.versions.uploading
  const [notes, setNotes] = useState('')
  const [branch, setBranch] = useState(storybook.mainBranch ?? '')
  const { state, isRunning, ...upload } = useUpload({ account, storybook: storybook.publicId, onPublished })
  const { build, problem, isReading, ...choice } = useBuildChoice(upload.clearError)
  useDialogCloseGuard(isRunning ? 'uploading' : build || notes ? 'unsaved' : 'none')

  const content = useRef<HTMLDivElement>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const uploadButton = useRef<HTMLButtonElement>(null)
  const wasRunning = useRef(false)
  useEffect(() => {
    // The pressed button is disabled, so the other one takes over the focus.
    if (wasRunning.current !== isRunning) (isRunning ? cancelButton : uploadButton).current?.focus()
    wasRunning.current = isRunning
  }, [isRunning])

  function chooseAnother() {
    choice.clear()
    content.current?.querySelector('input')?.focus()
  }
  const hasMissing = build !== undefined && build.missing.length > 0
  return (
    <Stack ref={content} className={classes.content}>
      <DropZone
        chosen={build}
        error={problem}
        isReading={isReading}
        isDisabled={isRunning}
        onFiles={choice.chooseFiles}
        onFolder={choice.chooseFolder}
      />
      {hasMissing && !isRunning && <MissingFiles files={build.missing} onChooseAnother={chooseAnother} />}
      <Textarea
        label={words.notes}
        description={words.notesDescription}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={maxLength.message}
        value={notes}
        disabled={isRunning}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      {storybook.mainBranch !== null && (
        <TextInput
          label={words.branch}
          description={words.branchDescription(storybook.mainBranch)}
          maxLength={maxLength.branch}
          value={branch}
          disabled={isRunning}
          onChange={(event) => setBranch(event.currentTarget.value)}
        />
      )}
      <DialogFoot>
        <Status state={state} isRunning={isRunning} />
        <Group justify="flex-end">
          <Button ref={cancelButton} variant="default" onClick={isRunning ? upload.cancel : onClose}>
            {isRunning ? texts.shell.cancel : cancelLabel}
          </Button>
          <Button
            ref={uploadButton}
            disabled={isRunning}
            {...blockedBy(build ? undefined : texts.versions.errors.noFile)}
            onClick={() => build && void upload.start(build, { message: notes, branch })}
          >
            {hasMissing ? texts.versions.missing.uploadAnyway : words.action}
          </Button>
        </Group>
      </DialogFoot>
    </Stack>
  )
}

/** Above the buttons, which do not move: whatever is said takes space upwards. */
function Status({ state, isRunning }: { state: UploadState; isRunning: boolean }) {
  const { limits } = useConfig()
  if (isRunning) return <UploadProgress state={state} />
  if (state.step === 'failed') {
    return (
      <Alert
        color="red"
        variant="light"
        py="xs"
        title={texts.versions.errors.title}
        icon={<IconAlertCircle />}
        classNames={{ body: classes.errorBody ?? '' }}
      >
        <WithCode text={state.message} />
      </Alert>
    )
  }
  return (
    <Text size="sm" c="dimmed">
      {texts.versions.uploading.limits(formatBytes(limits.uploadBytes), limits.uploadFiles)}
    </Text>
  )
}
