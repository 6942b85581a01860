import { TextInput } from '@mantine/core'
import { maxLength } from '@plinth/contract/max-length.ts'

import { texts } from '../texts/texts.ts'
import type { PersonErrors, PersonValues } from './person-form.ts'

interface PersonFieldsProps {
  values: PersonValues
  errors: PersonErrors
  isDisabled: boolean
  onChange: (change: Partial<PersonValues>) => void
  onEmailLeft?: () => void
}

/** Name and e-mail address, for inviting and for editing. */
export function PersonFields({ values, errors, isDisabled, onChange, onEmailLeft }: PersonFieldsProps) {
  return (
    <>
      <TextInput
        label={texts.members.fields.name}
        withAsterisk
        aria-required
        maxLength={maxLength.personName}
        data-autofocus
        value={values.displayName}
        error={errors.displayName}
        disabled={isDisabled}
        onChange={(event) => onChange({ displayName: event.currentTarget.value })}
      />
      <TextInput
        label={texts.members.fields.email}
        type="email"
        withAsterisk
        aria-required
        maxLength={maxLength.email}
        value={values.email}
        error={errors.email}
        disabled={isDisabled}
        onBlur={onEmailLeft}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
    </>
  )
}
