import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { explain } from '../explain.ts'
import { Dialog, useDialogHold } from './Dialog.tsx'

interface QuestionProps {
  /** The question, naming the thing. */
  question: ReactNode
  /** The verb of the red button, as the title says it. */
  action: string
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

function Question({ question, action, isPending, error, onConfirm, onClose }: QuestionProps) {
  useDialogHold(isPending ? 'busy' : 'free')
  return (
    <Stack>
      <Text>{question}</Text>
      {error !== null && (
        <Alert color="red" variant="light" icon={<IconAlertCircle />}>
          {explain(error)}
        </Alert>
      )}
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
