import { setTimeout as pause } from 'node:timers/promises'

import { decodeIndex, encodeIndex } from '../archive/archive-index.ts'
import { ingestArchive } from '../archive/ingest-archive.ts'
import { defaultArchiveLimits } from '../archive/limits.ts'
import { ArchiveRefusal } from '../archive/refusal.ts'
import { openIfExists } from '../blobs/blob-store.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { writeHashed } from '../blobs/write-hashed.ts'
import type { Database } from '../database/connect.ts'
import { existingBlobKeys } from '../features/versions/sweep-store.ts'
import { graceForUnrecorded } from '../features/versions/sweep.ts'
import type { Config } from '../settings/config.ts'
import { StartupError } from '../shared/startup-error.ts'
import { assertUpToDate, withServices } from './admin-services.ts'
import { countArchivesAfter, findVersionId, isKept, listArchivesAfter } from './archives-store.ts'
import type { ArchiveRow } from './archives-store.ts'
import { sizesIn } from './copy-archive.ts'
import { countOf, print, showProgress } from './output.ts'
import { UsageError } from './usage-error.ts'

interface VerifyOptions {
  since: string | undefined
  after: string | undefined
}

export async function verify(config: Config, options: VerifyOptions): Promise<number> {
  const since = readDate(options.since)
  return withServices(config, {}, async ({ db, openArchives }) => {
    await assertUpToDate(db)
    const blobs = await openArchives()
    // Listed first: versions published meanwhile are recorded by the time they are looked up.
    const stored = await writtenIn(blobs)
    const start = await idAfter(db, options.after)
    const findings = await verifyRecorded(db, blobs, start, since)
    const unrecorded = await listUnrecorded(db, blobs, [...stored.keys()])
    const sweepable = new Date(Date.now() - graceForUnrecorded)
    const old = unrecorded.filter((key) => (stored.get(key) ?? sweepable) <= sweepable)
    for (const key of old) print(`unrecorded  ${key}`)
    const young = unrecorded.length - old.length
    if (young > 0)
      print(`  ${countOf(young, 'archive')} without a version; a portal removes such archives after a day`)
    const found = findings + old.length
    print(found === 0 ? 'All archives are as they were published.' : `${countOf(found, 'finding')}.`)
    return found === 0 ? 0 : 1
  })
}

function readDate(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw new UsageError('--since is not a date: write it as 2026-01-31.')
  return date
}

async function idAfter(db: Database, version: string | undefined): Promise<number> {
  if (version === undefined) return 0
  const id = await findVersionId(db, version)
  if (id === undefined) throw new StartupError('There is no version with the id given by --after.')
  return id
}

async function verifyRecorded(
  db: Database,
  blobs: BlobStore,
  start: number,
  since: Date | undefined,
): Promise<number> {
  const progress = showProgress('verified', await countArchivesAfter(db, start, since))
  let findings = 0
  let last = start
  for (;;) {
    const rows = await listArchivesAfter(db, last, since)
    for (const row of rows) {
      const finding = await checkArchive(blobs, row)
      // A version that was swept since it was listed is not a finding.
      if (finding && (await isKept(db, row.key))) {
        findings += 1
        print(`${finding.padEnd(11)} ${row.key}`)
      }
      progress.add(row.bytes, ` (continue with --after ${row.key})`)
      last = row.id
    }
    if (rows.length === 0) break
  }
  progress.end()
  return findings
}

/** What is wrong with an archive; undefined if it is as it was published. */
async function checkArchive(blobs: BlobStore, row: ArchiveRow): Promise<string | undefined> {
  const blob = await openIfExists(blobs, row.key)
  if (!blob) return 'missing'
  if (blob.bytes !== row.bytes) return 'damaged'
  const draft = await blobs.draft()
  try {
    const sha256 = await writeHashed(blob.source.stream(0, blob.bytes), draft)
    if (!sha256.equals(row.sha256)) return 'damaged'
    return (await matchesRecord(draft, row)) ? undefined : 'misindexed'
  } catch (error) {
    if (error instanceof ArchiveRefusal) return 'damaged'
    throw error
  } finally {
    await blobs.discard(draft)
    await blob.close()
  }
}

async function matchesRecord(path: string, row: ArchiveRow): Promise<boolean> {
  // It may have been accepted under higher limits than today's.
  const { index, blocks, fileCount, unpackedBytes } = await ingestArchive(path, {
    ...defaultArchiveLimits,
    zipBytes: row.bytes,
    files: Math.max(row.fileCount * 2, defaultArchiveLimits.files),
  })
  return (
    fileCount === row.fileCount &&
    unpackedBytes === row.unpackedBytes &&
    row.index !== null &&
    inOrder(row.index)?.equals(index) === true &&
    (row.blocks === null || blocks?.equals(row.blocks) === true)
  )
}

/** A stored index as it would be written now; undefined if it is damaged. */
function inOrder(index: Buffer): Buffer | undefined {
  try {
    return encodeIndex(decodeIndex(index))
  } catch {
    return undefined
  }
}

async function writtenIn(blobs: BlobStore): Promise<Map<string, Date>> {
  const written = new Map<string, Date>()
  for await (const { key, writtenAt } of blobs.list()) written.set(key, writtenAt)
  return written
}

/** Checked twice, because an upload is stored a moment before it is recorded. */
async function listUnrecorded(db: Database, blobs: BlobStore, keys: string[]): Promise<string[]> {
  const candidates = await listUnrecordedKeys(db, keys)
  if (candidates.length === 0) return []
  await pause(3_000)
  const still = await listUnrecordedKeys(db, candidates)
  const stored = await sizesIn(blobs)
  return still.filter((key) => stored.has(key)).toSorted()
}

export async function listUnrecordedKeys(db: Database, keys: string[]): Promise<string[]> {
  const unrecorded: string[] = []
  for (let at = 0; at < keys.length; at += 1000) {
    const batch = keys.slice(at, at + 1000)
    const known = await existingBlobKeys(db, batch)
    unrecorded.push(...batch.filter((key) => !known.has(key)))
  }
  return unrecorded
}
