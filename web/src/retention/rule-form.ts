import { maxInactiveDays, maxKeepNewest } from '@plinth/contract/retention.ts'
import type { Retention, RetentionDraft, RetentionRule } from '@plinth/contract/retention.ts'

/** The texts of the two fields. Empty ones set no condition; without any, everything is kept. */
export interface RuleValues {
  keepNewest: string
  inactiveDays: string
}

export interface ExceptionValues extends RuleValues {
  storybookPublicId: string
  storybookTitle: string
}

export interface RetentionValues {
  rule: RuleValues
  exceptions: ExceptionValues[]
}

const maxima = { keepNewest: maxKeepNewest, inactiveDays: maxInactiveDays } as const

/** The largest number that a field takes, if its text is not a number that it takes. */
export function outOfRange(values: RuleValues, field: keyof RuleValues): number | undefined {
  const text = values[field].trim()
  if (text === '') return undefined
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= maxima[field] ? undefined : maxima[field]
}

export const keepsEverything = ({ keepNewest, inactiveDays }: RuleValues): boolean =>
  keepNewest.trim() === '' && inactiveDays.trim() === ''

const parseRule = (values: RuleValues): RetentionRule | null =>
  keepsEverything(values)
    ? null
    : { keepNewest: parseNumber(values.keepNewest), inactiveDays: parseNumber(values.inactiveDays) }

const parseNumber = (text: string) => (text.trim() === '' ? null : Number(text))

/** Undefined if a field is not valid. */
export function draftOf({ rule, exceptions }: RetentionValues): RetentionDraft | undefined {
  const isValid = [rule, ...exceptions].every(
    (values) =>
      outOfRange(values, 'keepNewest') === undefined && outOfRange(values, 'inactiveDays') === undefined,
  )
  if (!isValid) return undefined
  return {
    rule: parseRule(rule),
    exceptions: exceptions.map(({ storybookPublicId, ...values }) => ({
      storybookPublicId,
      rule: parseRule(values),
    })),
  }
}

const valuesOfRule = (rule: RetentionRule | null): RuleValues => ({
  keepNewest: String(rule?.keepNewest ?? ''),
  inactiveDays: String(rule?.inactiveDays ?? ''),
})

export const valuesOf = ({ rule, exceptions }: Retention): RetentionValues => ({
  rule: valuesOfRule(rule),
  exceptions: exceptions.map(({ storybookPublicId, storybookTitle, rule: own }) => ({
    storybookPublicId,
    storybookTitle,
    ...valuesOfRule(own),
  })),
})
