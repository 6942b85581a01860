import { z } from 'zod'

import type { BlobKind } from '../blobs/blob-store.ts'
import { StartupError } from '../shared/startup-error.ts'

/** What a backup holds besides the archives: dumps of tables and a manifest, one folder per backup. */
export const backupKind: BlobKind = { folder: 'backups', suffix: '' }

export const manifestFile = 'manifest.json'
export const archivesFile = 'archives.jsonl.gz'

const StoredFile = z.object({ file: z.string(), bytes: z.number(), sha256: z.string() })
export type StoredFile = z.infer<typeof StoredFile>

/** A line of the list of archives. */
export const ListedArchive = z.object({
  key: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  isDeleted: z.boolean(),
})

/** Written last: a backup without a manifest is incomplete. */
export const Manifest = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(StoredFile.extend({ table: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.number() })),
  archives: StoredFile.extend({ count: z.number(), missing: z.array(z.string()) }),
})
export type Manifest = z.infer<typeof Manifest>

export function readManifest(text: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (cause) {
    throw new StartupError('The manifest of the backup is damaged, or from a newer version.', { cause })
  }
}

/** Sorts by time, and is a valid key. */
export const nameOfBackup = (takenAt: Date) =>
  `${takenAt
    .toISOString()
    .replaceAll(/[-:]|\.\d+/g, '')
    .toLowerCase()}-${Math.random().toString(36).slice(2, 6)}`
