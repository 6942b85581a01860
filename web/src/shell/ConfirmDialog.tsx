import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { Dialog, useDialogHold } from './Dialog.tsx'
import { FailureAlert } from './FailureAlert.tsx'

interface QuestionProps {
  /** The question, naming the thing. */
  question: ReactNode
  /** The verb of the red button, as the title says it. */
  action: string
  /** What to call it when it does not work. */
  failure?: string
  isPending: boolean
  error: unknown
  onConfirm: () => void
  onClose: () => void
}

/** Asked before something is gone for good. A failure is told inside, with the question still open. */
export function ConfirmDialog({ opened, ...question }: QuestionProps & { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={question.onClose} title={question.action}>
      <Question {...question} />
    </Dialog>
  )
}

function Question({ question, action, failure, isPending, error, onConfirm, onClose }: QuestionProps) {
  useDialogHold(isPending ? 'busy' : 'free')
  return (
    <Stack>
      <Text component="div">{question}</Text>
      {error !== null && <FailureAlert {...(failure ? { title: failure } : {})} error={error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={onConfirm} loading={isPending}>
          {action}
        </Button>
      </Group>
    </Stack>
  )
}
