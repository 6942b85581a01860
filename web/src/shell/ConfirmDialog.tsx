import { Button, Group, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import type { ReactNode } from 'react'

import { texts } from '../texts/texts.ts'
import { Dialog, useDialogCloseGuard } from './Dialog.tsx'
import { ErrorAlert } from './ErrorAlert.tsx'
import { useRestoreFocus } from './use-restore-focus.ts'

interface QuestionProps {
  /** The question, naming the thing. */
  question: ReactNode
  /** The label of the red button, and the title of the dialog. */
  action: string
  /** The title of the error alert. */
  errorTitle?: string
  /** Run on confirmation. */
  mutation: { mutate: () => void; isPending: boolean; error: unknown; reset: () => void }
  onClose: () => void
}

/** Asks for confirmation before something is deleted. An error is shown inside the dialog, which stays open. */
export function ConfirmDialog({ opened, onClose, ...question }: QuestionProps & { opened: boolean }) {
  function close() {
    question.mutation.reset()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={question.action}>
      <Question {...question} onClose={close} />
    </Dialog>
  )
}

function Question({ question, action, errorTitle, mutation, onClose }: QuestionProps) {
  const { mutate, isPending, error } = mutation
  useDialogCloseGuard(isPending ? 'busy' : 'none')
  const content = useRef<HTMLDivElement>(null)
  useRestoreFocus(content, isPending)
  return (
    <Stack ref={content}>
      <Text component="div">{question}</Text>
      {error !== null && <ErrorAlert {...(errorTitle ? { title: errorTitle } : {})} error={error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
          {texts.shell.cancel}
        </Button>
        <Button color="red" onClick={() => mutate()} loading={isPending}>
          {action}
        </Button>
      </Group>
    </Stack>
  )
}
