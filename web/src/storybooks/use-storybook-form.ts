import type { StorybookDraft } from '@plinth/contract/storybooks.ts'
import { useState } from 'react'

import { fieldError } from '../error-message.ts'
import { texts } from '../texts/texts.ts'
import type { StorybookFormValues } from './StorybookFields.tsx'

/** The values of the fields, and the error of the title until it is edited. */
export function useStorybookForm(initial: StorybookFormValues) {
  const [values, setValues] = useState(initial)
  const [titleError, setTitleError] = useState<string>()
  const names = Object.keys(initial) as (keyof StorybookFormValues)[]
  const isChanged = names.some((name) => values[name] !== initial[name])

  function change(part: Partial<StorybookFormValues>) {
    setValues((current) => ({ ...current, ...part }))
    if (part.title !== undefined) setTitleError(undefined)
  }

  /** The values to save; undefined, with an error, if the title is missing. */
  function draft(): StorybookDraft | undefined {
    const title = values.title.trim()
    if (title === '') {
      setTitleError(texts.storybookForms.fields.titleMissing)
      return undefined
    }
    return {
      title,
      description: values.description.trim() || null,
      folder: values.folder.trim() || null,
      // Left as it was, it is nobody's choice.
      ...(values.mainBranch !== initial.mainBranch && { mainBranch: values.mainBranch.trim() || null }),
      requiresReview: values.requiresReview,
    }
  }

  /** Shows the server's error for the title. */
  function showFieldErrors(error: unknown) {
    const refusal = fieldError(error, 'title')
    if (refusal) setTitleError(refusal)
  }

  return { values, titleError, isChanged, change, draft, showFieldErrors }
}
