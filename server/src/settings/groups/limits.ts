import { fixedArchiveLimits } from '@plinth/contract/archive-limits.ts'
import { formatBytes } from '@plinth/contract/format-bytes.ts'
import { maxStorageLimit } from '@plinth/contract/storage.ts'

import { describeBytes } from '../setting.ts'
import type { SettingsTable } from '../setting.ts'
import {
  defaultUploadBytes,
  defaultUploadFiles,
  maxBufferedBytes,
  maxUploadBytes,
  maxUploadFiles,
} from '../upload-limits.ts'
import { wholeNumber } from '../value-schemas.ts'

const defaultFileMemory = 128e6
const defaultDiskReserve = 256e6
const defaultStorageBytes = 50e9

export const limitSettings = {
  PLINTH_UPLOAD_BYTES: {
    about: `The largest zip that can be uploaded, in bytes. At most ${maxUploadBytes}: no zip may unpack to more than ${formatBytes(fixedArchiveLimits.unpackedBytes)}.`,
    fallback: describeBytes(defaultUploadBytes),
    schema: wholeNumber(1, maxUploadBytes).default(defaultUploadBytes),
  },
  PLINTH_UPLOAD_FILES: {
    about: `How many files a zip may hold. At most ${maxUploadFiles}: the list of files inside a zip may take ${formatBytes(fixedArchiveLimits.directoryBytes)}.`,
    schema: wholeNumber(1, maxUploadFiles).default(defaultUploadFiles),
  },
  PLINTH_DISK_RESERVE: {
    about:
      'How many bytes must stay free on the disk that receives uploads: an upload that would leave less is refused, and `/ready` fails.',
    fallback: describeBytes(defaultDiskReserve),
    schema: wholeNumber(0, maxStorageLimit).default(defaultDiskReserve),
  },
  PLINTH_UPLOADS_AT_ONCE: {
    about:
      'How many uploads an instance receives at once; further ones are told to retry later. Each needs disk space for its zip.',
    schema: wholeNumber(1, 1000).default(16),
  },
  PLINTH_UPLOADS_PER_ACCOUNT: {
    about: 'How many of them may belong to one account. One is always left for other accounts.',
    schema: wholeNumber(1, 1000).default(4),
  },
  PLINTH_PUBLISHING_AT_ONCE: {
    about:
      'How many received uploads an instance verifies and stores at once, at most half of them for one account; others wait.',
    schema: wholeNumber(1, 1000).default(4),
  },
  PLINTH_FILE_MEMORY: {
    about:
      'How many bytes of memory an instance uses for files that are requested often: one half for files up to 64 KB as sent, the other for larger ones up to 2 MB. 0 turns this off.',
    fallback: describeBytes(defaultFileMemory),
    schema: wholeNumber(0, 1e12).default(defaultFileMemory),
  },
  PLINTH_DOWNLOADS_AT_ONCE: {
    about: `How many large files (more than ${formatBytes(maxBufferedBytes)} as sent) an instance sends at once; further ones wait, and are then told to retry later.`,
    schema: wholeNumber(1, 100_000).default(256),
  },
  PLINTH_DOWNLOADS_PER_ACCOUNT: {
    about: 'How many of them may belong to one account.',
    schema: wholeNumber(1, 100_000).default(64),
  },
  PLINTH_MIN_RATE: {
    about:
      'The slowest a client may read a response or send an upload, in bytes per second. Slower ones are disconnected. 0 turns this off.',
    schema: wholeNumber(0, 1e9).default(4000),
  },
  PLINTH_MIN_RATE_SECONDS: {
    about: 'Over how many seconds that rate is measured.',
    schema: wholeNumber(1, 3600).default(60),
  },
  PLINTH_ACCOUNT_STORAGE_BYTES: {
    about:
      'How many bytes of archives an account may store, including deleted ones until they are swept; administrators can give an account its own limit. The default has room for thousands of versions of a typical build, and keeps one account from filling the disk for all.',
    fallback: describeBytes(defaultStorageBytes),
    schema: wholeNumber(0, maxStorageLimit).default(defaultStorageBytes),
  },
  PLINTH_STORYBOOKS_PER_ACCOUNT: {
    about:
      'How many storybooks an account can have, those in the trash included. An account that has more keeps them, and can create no others.',
    schema: wholeNumber(1, 100_000).default(1000),
  },
  PLINTH_RATE_PER_CALLER: {
    about: 'How many calls per minute one person or API key may make, across all instances.',
    schema: wholeNumber(1, 10_000_000).default(1200),
  },
  PLINTH_RATE_PER_ADDRESS: {
    about:
      'How many calls per minute one network address (IPv6: a /64 network) may make, across all instances.',
    schema: wholeNumber(1, 10_000_000).default(6000),
  },
  PLINTH_RATE_PER_ADDRESS_FILES: {
    about:
      'How many requests per minute one network address may make for files of the portal and of versions, on each instance.',
    schema: wholeNumber(1, 100_000_000).default(1_200_000),
  },
} satisfies SettingsTable
