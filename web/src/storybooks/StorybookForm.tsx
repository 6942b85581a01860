import type { Storybook, StorybookDraft } from '@plinth/contract/storybooks.ts'
import type { UseMutationResult } from '@tanstack/react-query'

import { DialogForm } from '../shell/DialogForm.tsx'
import { StorybookFields } from './StorybookFields.tsx'
import type { StorybookFormValues } from './StorybookFields.tsx'
import { useStorybookForm } from './use-storybook-form.ts'

interface StorybookFormProps {
  initial: StorybookFormValues
  action: string
  errorTitle: string
  mutation: UseMutationResult<Storybook, Error, StorybookDraft>
  onClose: () => void
}

/** The form for creating and editing a storybook. */
export function StorybookForm({ initial, action, errorTitle, mutation, onClose }: StorybookFormProps) {
  const form = useStorybookForm(initial)
  const { mutate, isPending, error } = mutation

  function submit() {
    const draft = form.draft()
    if (draft) mutate(draft, { onSuccess: onClose, onError: form.showFieldErrors })
  }
  return (
    <DialogForm
      action={action}
      isChanged={form.isChanged}
      isPending={isPending}
      errorTitle={errorTitle}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <StorybookFields
        values={form.values}
        titleError={form.titleError}
        isDisabled={isPending}
        onChange={form.change}
      />
    </DialogForm>
  )
}
