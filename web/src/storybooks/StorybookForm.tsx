import { can } from '@plinth/contract/roles.ts'
import type { Storybook, StorybookDraft } from '@plinth/contract/storybooks.ts'
import type { UseMutationResult } from '@tanstack/react-query'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { DialogForm } from '../shell/DialogForm.tsx'
import { StorybookFields } from './StorybookFields.tsx'
import type { StorybookFormValues, Suggestions } from './StorybookFields.tsx'
import { useStorybookForm } from './use-storybook-form.ts'

interface StorybookFormProps {
  initial: StorybookFormValues
  suggestions: Suggestions
  words: { action: string; failed: string; mainBranchHelp: string }
  mutation: UseMutationResult<Storybook, Error, StorybookDraft>
  onSaved: (storybook: Storybook) => void
  onClose: () => void
}

/** The form for creating and editing a storybook. */
export function StorybookForm(props: StorybookFormProps) {
  const { initial, suggestions, words, mutation, onSaved, onClose } = props
  const { role } = useAccount()
  const form = useStorybookForm(initial)
  const { mutate, isPending, error } = mutation

  function submit() {
    const draft = form.draft()
    if (draft) mutate(draft, { onSuccess: onSaved, onError: form.showFieldErrors })
  }
  return (
    <DialogForm
      action={words.action}
      isChanged={form.isChanged}
      isPending={isPending}
      errorTitle={words.failed}
      error={error}
      shownFields={['title']}
      onSubmit={submit}
      onClose={onClose}
    >
      <StorybookFields
        values={form.values}
        suggestions={suggestions}
        titleError={form.titleError}
        mainBranchHelp={words.mainBranchHelp}
        isReviewFixed={initial.requiresReview && !can(role, 'turnOffReview')}
        isDisabled={isPending}
        onChange={form.change}
      />
    </DialogForm>
  )
}
