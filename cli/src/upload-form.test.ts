import { text } from 'node:stream/consumers'

import { expect, test } from 'vitest'

import { uploadForm } from './upload-form.ts'

test('the form has a part for each field that is known, and the file last', async () => {
  const fields = { message: 'Round the corners', branch: 'main', defaultBranch: 'main', release: 'v2.3.0' }
  const { body, contentType, contentLength } = uploadForm(fields, asFile('zip'), 3)
  const form = await text(body)
  expect(Buffer.byteLength(form)).toBe(contentLength)
  const parsed = await new Response(form, { headers: { 'content-type': contentType } }).formData()
  expect([...parsed.keys()]).toEqual(['Message', 'Branch', 'DefaultBranch', 'Release', 'File'])
  expect(parsed.get('Release')).toBe('v2.3.0')
})

async function* asFile(content: string) {
  yield Buffer.from(content)
}
