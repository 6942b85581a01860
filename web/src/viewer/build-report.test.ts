import { expect, test } from 'vitest'

import { readBuildReport } from './build-report.ts'

const report = { type: 'plinth:report', page: 'manager', showsSomething: false, problems: [] }

test('a report is read', () => {
  const problems = [{ kind: 'missing', text: 'assets/main.js' }]
  expect(readBuildReport({ ...report, problems })).toEqual({
    page: 'manager',
    showsSomething: false,
    problems,
    missingStory: undefined,
  })
  const shown = { ...report, page: 'preview', showsSomething: true, problems: 'none', missingStory: 'a--b' }
  expect(readBuildReport(shown)).toEqual({
    page: 'preview',
    showsSomething: true,
    problems: [],
    missingStory: 'a--b',
  })
})

test.each([
  undefined,
  null,
  'plinth:report',
  { ...report, type: 'plinth:location' },
  { ...report, page: 'portal' },
])('%j is no report', (data) => expect(readBuildReport(data)).toBeUndefined())

test.each([1, '', 'a b', 'a\u202Eb', '../a', 'a'.repeat(5000)])('%j is no missing story', (missingStory) =>
  expect(readBuildReport({ ...report, missingStory })?.missingStory).toBeUndefined(),
)

test('problems are few, short and on one line', () => {
  const long = { kind: 'error', text: `a\n\u202Eb${'c'.repeat(500)}` }
  const odd = [
    null,
    1,
    { kind: 'advice', text: 'Call us' },
    { kind: 'error' },
    { kind: 'error', text: 'x'.repeat(5000) },
  ]
  expect(readBuildReport({ ...report, problems: odd })?.problems).toEqual([])
  const problems = readBuildReport({ ...report, problems: Array.from({ length: 9 }, () => long) })?.problems
  expect(problems).toHaveLength(3)
  expect(problems?.[0]?.text).toMatch(/^a bc+…$/)
  expect(problems?.[0]?.text).toHaveLength(160)
})
