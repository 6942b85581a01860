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
  /** The verb of the red button, as the title says it. */
  action: string
  /** What to call it when it does not work. */
  failure?: string
  /** What is done on a yes. */
  mutation: { mutate: () => void; isPending: boolean; error: unknown; reset: () => void }
  onClose: () => void
}

/** Asked before something is gone for good. A failure is told inside, with the question still open. */
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

function Question({ question, action, failure, mutation, onClose }: QuestionProps) {
  const { mutate, isPending, error } = mutation
  useDialogCloseGuard(isPending ? 'busy' : 'free')
  const place = useRef<HTMLDivElement>(null)
  useRestoreFocus(place, isPending)
  return (
    <Stack ref={place}>
      <Text component="div">{question}</Text>
      {error !== null && <ErrorAlert {...(failure ? { title: failure } : {})} error={error} />}
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
