import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { Problem } from '../../http/problems.ts'
import { openFilesBelow } from '../../testing/open-files.ts'
import { aStorybook, leftovers } from '../../testing/publishing.ts'
import { sendRequest } from '../../testing/raw-request.ts'
import { tokenOf } from '../../testing/test-app.ts'
import { receiveUpload } from './receive-upload.ts'

let folder = ''
const uncaught: unknown[] = []
const note = (error: unknown) => void uncaught.push(error)

beforeAll(async () => {
  process.on('uncaughtExceptionMonitor', note)
  folder = await mkdtemp(join(tmpdir(), 'plinth-forms-'))
})

afterAll(async () => {
  process.off('uncaughtExceptionMonitor', note)
  await rm(folder, { recursive: true, force: true })
})

const multipart = 'multipart/form-data; boundary=b'
const maxFileBytes = 50_000
let uploads = 0

/** How an upload of these pieces ends; one that hangs is reported as 'timed out'. */
async function outcomeOf(pieces: Buffer[], type = multipart): Promise<string> {
  uploads += 1
  const request = Object.assign(Readable.from(pieces, { objectMode: false }), {
    headers: { 'content-type': type },
  })
  const received = receiveUpload(
    request,
    join(folder, String(uploads)),
    maxFileBytes,
    new AbortController().signal,
  ).then(
    () => 'received',
    (error: unknown) => {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      return error.code
    },
  )
  const giveUp = new AbortController()
  const late = sleep(5_000, 'timed out', { signal: giveUp.signal }).catch(() => '')
  const outcome = await Promise.race([received, late])
  giveUp.abort()
  return outcome
}

/** The codes that a broken form may be refused with. */
const refusals = ['form_invalid', 'invalid_input', 'upload_too_large', 'media_type']

const harmless = [...refusals, 'received']

const field = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (content: string) =>
  `--b\r\ncontent-disposition: form-data; name="File"; filename="a.zip"\r\ncontent-type: application/zip\r\n\r\n${content}\r\n`
const whole = `${field('Message', 'hello')}${file('PK some bytes')}${field('Branch', 'main')}--b--\r\n`

test('a complete form is received, in one piece or byte by byte', async () => {
  expect(await outcomeOf([Buffer.from(whole)])).toBe('received')
  expect(await outcomeOf([...Buffer.from(whole)].map((byte) => Buffer.from([byte])))).toBe('received')
})

test('the variations of other encoders are accepted', async () => {
  const quoted = 'Multipart/Form-Data; charset=utf-8; boundary="b"'
  const text = `a preamble\r\n${whole}an epilogue`
    .replaceAll('--b\r\n', '--b \t\r\n')
    .replaceAll('content-disposition: ', 'Content-Disposition:')
    .replace('name="File"; filename="a.zip"', String.raw`filename="a \"b\"; name=x.zip"; name=File`)
  expect(await outcomeOf([Buffer.from(text)], quoted)).toBe('received')
  expect(await outcomeOf([Buffer.from(text.replace('--b--', '--b-'))], quoted)).toBe('form_invalid')
})

test('a form that is cut off anywhere is refused', async () => {
  const bytes = Buffer.from(whole)
  const lastNeeded = whole.length - '\r\n'.length
  for (let end = 0; end < lastNeeded; end++) {
    const outcome = await outcomeOf([bytes.subarray(0, end)])
    expect({ end, outcome }).toEqual({ end, outcome: 'form_invalid' })
  }
  expect(uncaught).toEqual([])
})

test('a form that is cut off leaves no file open', async () => {
  for (let i = 0; i < 20; i++) await outcomeOf([Buffer.from(file('PK').slice(0, -2))])
  expect(await openFilesBelow(folder)).toEqual([])
})

test.each([10, 11, 12, 100])('%d unfinished parts are refused', async (count) => {
  expect(await outcomeOf([Buffer.from('--b\r\n'.repeat(count))])).toBe('form_invalid')
  expect(await outcomeOf(Array.from({ length: count }, () => Buffer.from('--b\r\n')))).toBe('form_invalid')
  expect(uncaught).toEqual([])
})

test.each([
  ['too many parts', `${field('Message', 'x').repeat(11)}--b--`],
  ['too many parts, cut off', field('Message', 'x').repeat(11)],
  ['too many fields', `${field('Other', 'x').repeat(10)}${file('x')}--b--`],
  ['a long epilogue', `${file('x')}--b--${'x'.repeat(100_000)}`],
  ['two files', `${file('one')}${file('two')}--b--`],
  ['a file with another name', `${file('one').replace('"File"', '"Else"')}--b--`],
  ['a field without a name', `--b\r\ncontent-disposition: form-data\r\n\r\n${'x'.repeat(20_000)}\r\n--b--`],
  ['a file without a name', '--b\r\ncontent-disposition: form-data; filename="a.zip"\r\n\r\nx\r\n--b--'],
  ['a part without headers', '--b\r\n\r\nx\r\n--b--'],
  ['a charset without a name', '--b\r\ncontent-type: text/plain; charset\r\n\r\nx\r\n--b--'],
  ['a name without a value', '--b\r\ncontent-disposition: form-data; name\r\n\r\nx\r\n--b--'],
  ['a file name without a value', '--b\r\ncontent-disposition: form-data; filename\r\n\r\nx\r\n--b--'],
  ['huge headers', `--b\r\n${'x'.repeat(100_000)}: y\r\n\r\nx\r\n--b--`],
  ['endless headers', `--b\r\n${'x: y\r\n'.repeat(20_000)}`],
  ['a nested form', `--b\r\ncontent-type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\nx\r\n--c--\r\n--b--`],
  ['only an end delimiter', '--b--'],
  ['nothing', ''],
  ['no boundary', 'hello'],
])('a form with %s is refused', async (_, text) => {
  const outcome = await outcomeOf([Buffer.from(text)])
  expect(refusals).toContain(outcome)
  expect(uncaught).toEqual([])
})

test.each([
  'multipart/form-data',
  'multipart/form-data; boundary',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=""',
  'multipart/form-data; boundary="b',
  'multipart/form-data;;;=;boundary=%00',
  `multipart/form-data; boundary=${'b'.repeat(5000)}`,
  "multipart/form-data; boundary*=utf-8''%",
  "multipart/form-data; boundary*=nonsense''b; charset",
  'multipart/form-dataplus; boundary=b',
  'multipart/form-data-x; boundary=b',
])('a form with the content type %s is received or refused', async (type) => {
  expect(harmless).toContain(await outcomeOf([Buffer.from(whole)], type))
  expect(harmless).toContain(await outcomeOf([Buffer.from('--b\r\n'.repeat(11))], type))
  expect(uncaught).toEqual([])
})

const line = fc.constantFrom(
  '--b',
  '--b--',
  '--',
  '--c',
  '',
  'content-disposition: form-data; name="File"; filename="a.zip"',
  'content-disposition: form-data; name="Message"',
  'content-disposition: form-data; name',
  'content-disposition: form-data; name=""',
  'content-disposition: attachment',
  "content-disposition: form-data; name*=utf-8''%ff%",
  'content-type: text/plain; charset=utf-16le',
  'content-type: text/plain; charset',
  'content-type: multipart/mixed; boundary=c',
  'content-transfer-encoding: base64',
  ' folded: yes',
  ': no name',
  'x'.repeat(9_000),
  'y: '.repeat(30_000),
  '\0',
)
const randomLines = fc
  .array(fc.tuple(line, fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r', '')), { maxLength: 40 })
  .map((lines) => Buffer.from(lines.flat().join('')))
const mutated = fc
  .array(fc.tuple(fc.nat(whole.length - 1), fc.nat(3), fc.nat(255)), { minLength: 1, maxLength: 6 })
  .map((changes) => {
    const bytes = [...Buffer.from(whole)]
    for (const [at, removed, put] of changes) bytes.splice(at, removed, put)
    return Buffer.from(bytes)
  })
const form = fc.oneof(randomLines, mutated).chain((bytes) =>
  fc.record({
    bytes: fc.nat(bytes.length).map((cut) => (cut % 3 === 0 ? bytes.subarray(0, cut) : bytes)),
    pieceLength: fc.integer({ min: 1, max: 40_000 }),
  }),
)

test('any broken form is received or refused, and never fails otherwise', async () => {
  await fc.assert(
    fc.asyncProperty(form, async ({ bytes, pieceLength }) => {
      const pieces: Buffer[] = []
      const length = Math.max(pieceLength, Math.ceil(bytes.length / 200))
      for (let at = 0; at < bytes.length; at += length) pieces.push(bytes.subarray(at, at + length))
      expect(harmless).toContain(await outcomeOf(pieces))
      expect(uncaught).toEqual([])
    }),
    { seed: 20_260, numRuns: 1_500, endOnFailure: true },
  )
})

test('a broken form sent over HTTP is refused, and leaves nothing behind', async () => {
  const { person, params } = await aStorybook()
  const path = `/api/v1/account/${params.account}/Storybooks/${params.storybook}/versions`
  const headers = { authorization: `Bearer ${await tokenOf(person)}`, 'content-type': multipart }
  for (const body of [
    '--b\r\n'.repeat(11),
    whole.slice(0, 90),
    '',
    `${field('Message', 'x').repeat(12)}--b--`,
  ]) {
    const { status, text } = await sendRequest(path, { method: 'POST', headers, body })
    expect({ body: body.slice(0, 20), status, code: (JSON.parse(text) as { code: string }).code }).toEqual({
      body: body.slice(0, 20),
      status: 400,
      code: 'form_invalid',
    })
  }
  expect(await leftovers()).toEqual({ drafts: [], unrecorded: [] })
  expect(uncaught).toEqual([])
})
