import { expect, test } from 'vitest'

import { draftOf, valuesOf } from './rule-form.ts'

const rule = (keepNewest: string, inactiveDays: string) => ({ keepNewest, inactiveDays })

test.each([
  [rule('', ' '), null],
  [rule('5', ''), { keepNewest: 5, inactiveDays: null }],
  [rule(' 1000 ', '3650'), { keepNewest: 1000, inactiveDays: 3650 }],
])('the fields %j are the rule %j', (values, expected) => {
  const draft = draftOf({ rule: values, exceptions: [] })
  expect(draft).toEqual({ rule: expected, exceptions: [] })
})

test.each([
  rule('0', ''),
  rule('1001', ''),
  rule('', '3651'),
  rule('1.5', ''),
  rule('-1', ''),
  rule('x', '1'),
])('the fields %j are no rule, for all storybooks or for one', (values) => {
  expect(draftOf({ rule: values, exceptions: [] })).toBeUndefined()
  const exception = { storybookPublicId: 'a', storybookTitle: 'A', ...values }
  expect(draftOf({ rule: rule('', ''), exceptions: [exception] })).toBeUndefined()
})

test('saved rules can be edited and saved again', () => {
  const saved = {
    rule: { keepNewest: 5, inactiveDays: null },
    exceptions: [{ storybookPublicId: 'a', storybookTitle: 'A', rule: null }],
  }
  const { storybookTitle: _, ...exception } = saved.exceptions[0] ?? { storybookTitle: '' }
  expect(draftOf(valuesOf(saved))).toEqual({ rule: saved.rule, exceptions: [exception] })
})
