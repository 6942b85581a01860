import { TextInput } from '@mantine/core'

import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import { outOfRange } from './rule-form.ts'
import type { RuleValues } from './rule-form.ts'

import classes from './RetentionForm.module.css'

interface RuleFieldsProps {
  values: RuleValues
  isDisabled: boolean
  onChange: (values: RuleValues) => void
}

export function RuleFields({ values, isDisabled, onChange }: RuleFieldsProps) {
  const words = texts.retention.rule
  const field = (name: keyof RuleValues) => {
    const max = outOfRange(values, name)
    return {
      inputMode: 'numeric' as const,
      maxLength: 10,
      className: classes.field,
      value: values[name],
      disabled: isDisabled,
      error: max !== undefined && words.notInRange(formatNumber(max)),
      onChange: (event: { currentTarget: { value: string } }) =>
        onChange({ ...values, [name]: event.currentTarget.value }),
    }
  }
  return (
    <div className={classes.fields}>
      <TextInput
        label={words.keepNewest}
        description={words.keepNewestDescription}
        placeholder={texts.shell.nothing}
        {...field('keepNewest')}
      />
      <TextInput
        label={words.inactiveDays}
        description={words.inactiveDaysDescription}
        placeholder={texts.shell.nothing}
        {...field('inactiveDays')}
      />
    </div>
  )
}
