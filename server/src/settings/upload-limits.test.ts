import { fixedArchiveLimits } from '@plinth/contract/archive-limits.ts'
import { maxStorageLimit } from '@plinth/contract/storage.ts'
import { expect, test } from 'vitest'

import { DIRECTORY_LENGTH } from '../archive/zip-format.ts'
import { readConfig } from './config.ts'

const { directoryBytes, unpackedBytes } = fixedArchiveLimits

/** A setting, the limit it cannot exceed, and where that comes from. */
test.each([
  ['PLINTH_UPLOAD_FILES', Math.floor(directoryBytes / (DIRECTORY_LENGTH + 1)), 'the directory of a zip'],
  ['PLINTH_UPLOAD_BYTES', unpackedBytes, 'what a zip may unpack to'],
  ['PLINTH_ACCOUNT_STORAGE_BYTES', maxStorageLimit, 'the limit an administrator may set'],
])('%s accepts at most %i (%s)', (name, limit) => {
  expect(() => readConfig({ [name]: String(limit) })).not.toThrow()
  expect(() => readConfig({ [name]: String(limit + 1) })).toThrow(
    `The setting ${name} is not valid: must be from `,
  )
})
