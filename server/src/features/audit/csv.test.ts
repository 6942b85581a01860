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
  storybook: null,
  version: null,
  isViewable: false,
}

/** The subject's cell without its quotes. */
const subjectCell = (subject: string) => {
  const [, cell = ''] =
    /storybook\.created,("(?:[^"]|"")*"|[^,]*),user/s.exec(csvLine({ ...entry, subject })) ?? []
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
}

const beginnings = '= + - @ | % ＝ ＋ － ＠ ｜ ％ ﹢ ﹣ ﹦ ﹫'.split(' ')
const leads = [
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

test.each(beginnings)('a cell that starts with %s is not a formula', (beginning) => {
  for (const lead of leads) {
    const subject = `${lead}${beginning}HYPERLINK("http://evil.example")`
    expect(subjectCell(subject)).toBe(`'${subject}`)
  }
})

test.each(['\tplain', '\rplain'])('a cell that starts with %j is not a formula', (subject) => {
  expect(subjectCell(subject)).toBe(`'${subject}`)
})

test.each(['plain', 'a=b', 'Ada + Ben', '  indented', 'ＡＢＣ', 'mail@team.example', '“quoted”', '½'])(
  'an ordinary cell is unchanged: %s',
  (subject) => {
    expect(subjectCell(subject)).toBe(subject)
  },
)

test('names of people and accounts are escaped like subjects', () => {
  const line = csvLine({ ...entry, actor: '＝cmd', accountName: '＋1' })
  expect(line).toContain(`'＝cmd`)
  expect(line).toContain(`'＋1`)
})
