import { expect, test } from 'vitest'

import { readLifeMessage } from './life-message.ts'

const report = { type: 'plinth:life', page: 'manager', isAlive: false, problems: [] }

test('a report is read', () => {
  const problems = [{ kind: 'missing', text: 'assets/main.js' }]
  expect(readLifeMessage({ ...report, problems })).toEqual({ page: 'manager', isAlive: false, problems })
  expect(readLifeMessage({ ...report, page: 'preview', isAlive: true, problems: 'none' })).toEqual({
    page: 'preview',
    isAlive: true,
    problems: [],
  })
})

test.each([
  undefined,
  null,
  'plinth:life',
  { ...report, type: 'plinth:location' },
  { ...report, page: 'portal' },
])('%j is no report', (data) => expect(readLifeMessage(data)).toBeUndefined())

test('problems are few, short and on one line', () => {
  const long = { kind: 'error', text: `a\n\u202Eb${'c'.repeat(500)}` }
  const odd = [
    null,
    1,
    { kind: 'advice', text: 'Call us' },
    { kind: 'error' },
    { kind: 'error', text: 'x'.repeat(5000) },
  ]
  expect(readLifeMessage({ ...report, problems: odd })?.problems).toEqual([])
  const problems = readLifeMessage({ ...report, problems: Array.from({ length: 9 }, () => long) })?.problems
  expect(problems).toHaveLength(3)
  expect(problems?.[0]?.text).toMatch(/^a bc+…$/)
  expect(problems?.[0]?.text).toHaveLength(160)
})
