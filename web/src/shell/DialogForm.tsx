import { Button, Group, LoadingOverlay, Stack } from '@mantine/core'
import { useRef } from 'react'
import type { ReactNode, SubmitEvent } from 'react'
import { flushSync } from 'react-dom'

import { texts } from '../texts/texts.ts'
import { useDialogCloseGuard } from './Dialog.tsx'
import { ErrorAlert } from './ErrorAlert.tsx'
import { focusInvalidField, useRestoreFocus } from './use-restore-focus.ts'

interface DialogFormProps {
  /** The words of the main button. */
  action: string
  /** It is red where something is deleted. */
  isDestructive?: boolean
  /** Whether something was entered that closing would lose. */
  isChanged?: boolean
  /** Whether the main button can be pressed at all. */
  isComplete?: boolean
  isPending: boolean
  /** What to call it when it does not work. */
  failure: string
  error: unknown
  onSubmit: () => void
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** The form of a dialog: its fields, why it did not work, and the way out beside the way on. */
export function DialogForm(props: DialogFormProps) {
  const { action, failure, error, onSubmit, onClose, children } = props
  const { isDestructive = false, isChanged = false, isComplete = true, isPending } = props
  useDialogCloseGuard(isPending ? 'busy' : isChanged ? 'unsaved' : 'free')
  const form = useRef<HTMLFormElement>(null)
  useRestoreFocus(form, isPending)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isComplete || isPending) return
    flushSync(onSubmit)
    focusInvalidField(form.current)
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <LoadingOverlay visible={isPending} zIndex={1} overlayProps={{ radius: 'md', blur: 1 }} />
      <Stack>
        {children}
        {error !== null && <ErrorAlert title={failure} error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {texts.shell.cancel}
          </Button>
          <Button
            type="submit"
            {...(isDestructive ? { color: 'red' } : {})}
            disabled={!isComplete || isPending}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
