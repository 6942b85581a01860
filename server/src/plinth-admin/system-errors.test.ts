import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { sayingOfSystemError } from './system-errors.ts'

test.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'ENOENT'])('%s is a sentence', (code) => {
  const error = Object.assign(new Error(`${code}: write`), { code, path: '/mnt/backup/x' })
  expect(sayingOfSystemError(error)).toMatch(/^[A-Z][a-z' -]+ \(\/mnt\/backup\/x\): put that right/)
  expect(sayingOfSystemError(new Error('copying failed', { cause: error }))).toContain('/mnt/backup/x')
})

test.runIf(process.platform === 'linux')('a disk that is full says so in words', async () => {
  const full = await writeFile('/dev/full', 'x').catch((error: unknown) => error)
  expect(sayingOfSystemError(full)).toContain('There is no space left')
})

test('what is not there is named, and errors that are not the system’s are left as they are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-system-error-'))
  const missing = await readFile(join(folder, 'none')).catch((error: unknown) => error)
  expect(sayingOfSystemError(missing)).toContain(`is not there (${join(folder, 'none')})`)
  await rm(folder, { recursive: true })
  expect(sayingOfSystemError(new TypeError('a mistake of ours'))).toBeUndefined()
})
