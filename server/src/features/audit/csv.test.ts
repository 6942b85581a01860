import type { AuditEntry } from '@plinth/contract/audit.ts'
import { expect, test } from 'vitest'

import { csvLine } from './csv.ts'

const entry: AuditEntry = {
  id: 1,
  at: '2026-03-01T12:00:00.000Z',
  action: 'storybook.created',
  subject: '',
  actorKind: 'user',
  actor: 'Ada',
  address: null,
  accountPublicId: null,
  accountName: null,
}

/** The cell of the subject, out of its quotes. */
const subjectCell = (subject: string) => {
  const [, cell = ''] =
    /storybook\.created,("(?:[^"]|"")*"|[^,]*),user/s.exec(csvLine({ ...entry, subject })) ?? []
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
}

const beginnings = '= + - @ | % ＝ ＋ － ＠ ｜ ％ ﹢ ﹣ ﹦ ﹫'.split(' ')
const before = [
  '',
  ' ',
  '\t',
  '\r',
  '\n',
  '\r\n\t ',
  '\u3000',
  '\u00a0',
  '\ufeff',
  '\u200b',
  '\u200e',
  '\u0000',
  '\u2060=',
]

test.each(beginnings)('a spreadsheet takes nothing that begins with %s for a formula', (beginning) => {
  for (const lead of before) {
    const subject = `${lead}${beginning}HYPERLINK("http://evil.example")`
    expect(subjectCell(subject)).toBe(`'${subject}`)
  }
})

test.each(['\tplain', '\rplain'])('a cell that begins with %j is text too', (subject) => {
  expect(subjectCell(subject)).toBe(`'${subject}`)
})

test.each(['plain', 'a=b', 'Ada + Ben', '  indented', 'ＡＢＣ', 'mail@team.example', '“quoted”', '½'])(
  'an ordinary cell stays as it is: %s',
  (subject) => {
    expect(subjectCell(subject)).toBe(subject)
  },
)

test('names of people and accounts are guarded as subjects are', () => {
  const line = csvLine({ ...entry, actor: '＝cmd', accountName: '＋1' })
  expect(line).toContain(`'＝cmd`)
  expect(line).toContain(`'＋1`)
})
