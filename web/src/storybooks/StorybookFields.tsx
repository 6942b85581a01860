import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { maxLength } from '@plinth/contract/max-length.ts'

import { texts } from '../texts/texts.ts'
import { SuggestingInput } from './SuggestingInput.tsx'

export interface StorybookFormValues {
  title: string
  description: string
  folder: string
  mainBranch: string
  requiresReview: boolean
}

/** What is offered while typing; anything else is allowed too. */
export interface Suggestions {
  folders: string[]
  branches: string[]
}

interface StorybookFieldsProps {
  values: StorybookFormValues
  suggestions: Suggestions
  titleError: string | undefined
  /** What happens without one. */
  mainBranchHelp: string
  /** Review is required, and this person may not change that. */
  isReviewFixed: boolean
  isDisabled: boolean
  onChange: (change: Partial<StorybookFormValues>) => void
}

/** For creating and editing. */
export function StorybookFields(props: StorybookFieldsProps) {
  const { values, suggestions, titleError, mainBranchHelp, isReviewFixed, isDisabled, onChange } = props
  const { fields } = texts.storybookForms
  return (
    <>
      <TextInput
        label={fields.title}
        placeholder={fields.titlePlaceholder}
        withAsterisk
        aria-required
        maxLength={maxLength.title}
        data-autofocus
        value={values.title}
        error={titleError}
        disabled={isDisabled}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        label={fields.description}
        placeholder={fields.descriptionPlaceholder}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={maxLength.description}
        value={values.description}
        disabled={isDisabled}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <SuggestingInput
        label={fields.folder}
        placeholder={fields.folderPlaceholder}
        maxLength={maxLength.folder}
        suggestions={suggestions.folders}
        value={values.folder}
        disabled={isDisabled}
        onChange={(folder) => onChange({ folder })}
      />
      <SuggestingInput
        label={fields.mainBranch}
        description={mainBranchHelp}
        placeholder={fields.mainBranchPlaceholder}
        maxLength={maxLength.branch}
        suggestions={suggestions.branches}
        limit={50}
        value={values.mainBranch}
        disabled={isDisabled}
        onChange={(mainBranch) => onChange({ mainBranch })}
      />
      <Checkbox
        label={fields.requiresReview}
        description={isReviewFixed ? fields.reviewFixed : fields.requiresReviewHelp}
        checked={values.requiresReview}
        disabled={isDisabled || isReviewFixed}
        onChange={(event) => onChange({ requiresReview: event.currentTarget.checked })}
      />
    </>
  )
}
