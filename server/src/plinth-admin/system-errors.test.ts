import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { describeSystemError } from './system-errors.ts'

test.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'ENOENT'])('%s becomes a sentence', (code) => {
  const error = Object.assign(new Error(`${code}: write`), { code, path: '/mnt/backup/x' })
  expect(describeSystemError(error)).toMatch(/^[A-Z][a-z' -]+ \(\/mnt\/backup\/x\): fix this/)
  expect(describeSystemError(new Error('copying failed', { cause: error }))).toContain('/mnt/backup/x')
})

test.runIf(process.platform === 'linux')('a full disk is described in words', async () => {
  const full = await writeFile('/dev/full', 'x').catch((error: unknown) => error)
  expect(describeSystemError(full)).toContain('There is no space left')
})

test('a missing file is named, and other errors are not described', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-system-error-'))
  const missing = await readFile(join(folder, 'none')).catch((error: unknown) => error)
  expect(describeSystemError(missing)).toContain(`is missing (${join(folder, 'none')})`)
  await rm(folder, { recursive: true })
  expect(describeSystemError(new TypeError('a mistake of ours'))).toBeUndefined()
})
