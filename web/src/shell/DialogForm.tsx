import { Button, Group, LoadingOverlay, Stack } from '@mantine/core'
import { useRef } from 'react'
import type { ReactNode, SubmitEvent } from 'react'
import { flushSync } from 'react-dom'

import { isShownAt } from '../error-message.ts'
import { texts } from '../texts/texts.ts'
import { blockedBy } from './blocked-by.ts'
import { useDialogCloseGuard } from './Dialog.tsx'
import { ErrorAlert } from './ErrorAlert.tsx'
import { focusInvalidField, useRestoreFocus } from './use-restore-focus.ts'

interface DialogFormProps {
  /** The label of the main button. */
  action: string
  /** Makes the main button red. */
  isDestructive?: boolean
  /** Whether closing would lose input. */
  isChanged?: boolean
  /** Why the main button cannot be used yet. */
  obstacle?: string | undefined
  isPending: boolean
  /** The title of the error alert. */
  errorTitle: string
  error: unknown
  /** The fields that show their own errors: the alert does not repeat those. */
  shownFields?: readonly string[]
  onSubmit: () => void
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** The form of a dialog: its fields, an error alert, and the buttons to cancel and submit. */
export function DialogForm(props: DialogFormProps) {
  const { action, errorTitle, error, onSubmit, onClose, children } = props
  const { isDestructive = false, isChanged = false, obstacle, shownFields = [], isPending } = props
  useDialogCloseGuard(isPending ? 'busy' : isChanged ? 'unsaved' : 'none')
  const form = useRef<HTMLFormElement>(null)
  useRestoreFocus(form, isPending)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (obstacle !== undefined || isPending) return
    flushSync(onSubmit)
    focusInvalidField(form.current)
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <LoadingOverlay visible={isPending} zIndex={1} overlayProps={{ radius: 'md', blur: 1 }} />
      <Stack>
        {children}
        {error !== null && !isShownAt(shownFields, error) && <ErrorAlert title={errorTitle} error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {texts.shell.cancel}
          </Button>
          <Button
            type="submit"
            {...(isDestructive ? { color: 'red' } : {})}
            disabled={isPending}
            {...blockedBy(obstacle)}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
