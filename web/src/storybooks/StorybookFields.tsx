import { Textarea, TextInput } from '@mantine/core'

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

/** What a storybook is called and about: the same two fields when it is created and when it is changed. */
export function StorybookFields({ values, titleError, isDisabled, onChange }: StorybookFieldsProps) {
  return (
    <>
      <TextInput
        label="Title"
        placeholder="Enter storybook title"
        withAsterisk
        aria-required
        maxLength={200}
        data-autofocus
        value={values.title}
        error={titleError}
        disabled={isDisabled}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        placeholder="What it documents, and for whom (optional)"
        autosize
        minRows={3}
        maxRows={8}
        maxLength={2000}
        value={values.description}
        disabled={isDisabled}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  )
}
