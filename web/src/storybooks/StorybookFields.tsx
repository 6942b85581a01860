import { Textarea, TextInput } from '@mantine/core'
import { maxLength } from '@plinth/contract/max-length.ts'

import { texts } from '../texts/texts.ts'

export interface StorybookFormValues {
  title: string
  description: string
}

interface StorybookFieldsProps {
  values: StorybookFormValues
  titleError: string | undefined
  isDisabled: boolean
  onChange: (change: Partial<StorybookFormValues>) => void
}

/** Title and description, for creating and editing. */
export function StorybookFields({ values, titleError, isDisabled, onChange }: StorybookFieldsProps) {
  return (
    <>
      <TextInput
        label={texts.storybooks.fields.title}
        placeholder={texts.storybooks.fields.titlePlaceholder}
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
        label={texts.storybooks.fields.description}
        placeholder={texts.storybooks.fields.descriptionPlaceholder}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={maxLength.description}
        value={values.description}
        disabled={isDisabled}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  )
}
