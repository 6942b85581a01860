import { fixedArchiveLimits } from '@plinth/contract/archive-limits.ts'

import { defaultUploadBytes, defaultUploadFiles } from '../settings/upload-limits.ts'

/** What a zip may cost us: its size and number of files are settings, the rest is fixed. */
export interface ArchiveLimits {
  /** size of the zip itself */
  zipBytes: number
  files: number
  unpackedBytes: number
  fileBytes: number
  ratio: number
  nameBytes: number
  directoryBytes: number
}

export const defaultArchiveLimits: ArchiveLimits = {
  zipBytes: defaultUploadBytes,
  files: defaultUploadFiles,
  ...fixedArchiveLimits,
}
