import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'

import type { Logger } from 'pino'

import { decodeIndexInTurns } from '../../archive/archive-index.ts'
import type { IndexEntry } from '../../archive/archive-index.ts'
import { compressPool } from '../../archive/packs/compress-pool.ts'
import { encodePackIndex } from '../../archive/packs/pack-index.ts'
import type { PackedEntry } from '../../archive/packs/pack-index.ts'
import { selectEntries } from '../../archive/packs/select-entries.ts'
import { verifyPool } from '../../archive/verify-pool.ts'
import { isBlobStoreFailure, openIfExists } from '../../blobs/blob-store.ts'
import type { BlobStore, OpenBlob } from '../../blobs/blob-store.ts'
import type { Archives } from '../../blobs/open-blobs.ts'
import { writeHashed } from '../../blobs/write-hashed.ts'
import { queryThreads, readingThread } from '../../contents/contents-pool.ts'
import type { Database } from '../../database/connect.ts'
import { isStorageFull } from '../../operations/disk-space.ts'
import type { Metrics } from '../../operations/metrics/metrics.ts'
import type { Config } from '../../settings/config.ts'
import type { Paces } from '../../shared/account-pace.ts'
import { newPublicId } from '../../shared/public-id.ts'
import { findArchiveIndex } from '../../viewer/store.ts'
import { openEarlierForms } from './earlier-forms.ts'
import type { EarlierForms } from './earlier-forms.ts'
import { abandonPack, beginPack, listVersionsToPack, savePack } from './store.ts'
import type { VersionToPack } from './store.ts'

/** Compresses the files of versions better than their zips do, in the background, with the lowest priority. */
export interface PackBuilder {
  /**
   * For the duty: makes packs of versions that have none. Ends when the store fails, and after some minutes: the next run
   * continues.
   */
  makeMissing(signal: AbortSignal): Promise<void>
}

interface BuilderServices {
  db: Database
  blobs: Archives
  config: Config
  metrics: Metrics
  log: Logger
  paces: Pick<Paces, 'isAnybodyPresent'>
  /** Called when there is a new pack. */
  onMade: () => Promise<void>
  roundMs?: number
}

/** A version gets no more time than this; its remaining files stay as they are in the archive. */
const maxCpuSeconds = 120
/** Packs count towards nobody's storage, so they stay small: this share of the archive. */
const maxShare = 0.8
const pauseMs = 250
const longestPauseMs = 60_000
/** While anybody is there, the thread rests after each file this many times as long as the file took, because every thread slows down others. */
const restFactor = 9
/** Then the duty is recorded as done, and any instance may continue it. */
const maxRoundMs = 10 * 60_000
const atOnce = 50
const notMade = 'the pack of a version was not made; will retry'

export function openPackBuilder(services: BuilderServices): PackBuilder {
  const { db, blobs, config, metrics, log, paces, onMade, roundMs = maxRoundMs } = services
  const { counters } = metrics.registry
  const made = counters(
    'plinth_packs_made_total',
    'Versions whose files were compressed again, with Brotli.',
  )()
  const files = counters(
    'plinth_packed_files_total',
    'Packed files: `compressed`, or `reused` from an earlier version.',
    ['way'],
  )
  const [compressedFiles, reusedFiles] = [files({ way: 'compressed' }), files({ way: 'reused' })]
  const seconds = counters(
    'plinth_pack_cpu_seconds_total',
    'CPU time spent on compressing files of versions.',
  )()
  const before = counters(
    'plinth_packed_deflate_bytes_total',
    'Size of the packed files as they are in their zips.',
  )()
  const after = counters(
    'plinth_packed_brotli_bytes_total',
    'Size of the packed files as they are in the packs.',
  )()

  /** Whether there is a new pack. Throws if it was not the version that failed. */
  async function make(version: VersionToPack, packs: BlobStore, signal: AbortSignal): Promise<boolean> {
    if (!(await beginPack(db, version.id))) return false
    try {
      const encoded = await findArchiveIndex(db, version.id)
      const archive = encoded && (await openIfExists(blobs, version.publicId))
      // The archive is lost; `plinth-admin verify` reports it.
      if (!archive) return await saveNothing(version)
      const entries = selectEntries(await decodeIndexInTurns(encoded))
      return await using(archive, () => writePack(version, entries, archive, packs, signal))
    } catch (error) {
      const isOwnFailure = !signal.aborted && !isBlobStoreFailure(error) && !isStorageFull(error)
      if (!isOwnFailure) {
        await abandonPack(db, version.id, signal.aborted ? 'at once' : 'later')
        throw error
      }
      log.warn({ err: error, version: version.publicId }, notMade)
      return false
    }
  }

  async function saveNothing({ id }: VersionToPack): Promise<false> {
    await savePack(db, id, undefined)
    return false
  }

  async function writePack(
    version: VersionToPack,
    entries: readonly IndexEntry[],
    archive: OpenBlob,
    packs: BlobStore,
    signal: AbortSignal,
  ): Promise<boolean> {
    const packed: PackedEntry[] = []
    const maxBytes = version.zipBytes * maxShare
    const draft = await packs.draft()
    let earlier: EarlierForms | undefined
    try {
      earlier = await openEarlierForms(db, packs, version.storybookId)
      const forms = compressed({ entries, archive, earlier, maxBytes, packed, signal })
      const sha256 = await writeHashed(Readable.from(forms, { objectMode: false }), draft, { signal })
      const bytes = packed.reduce((sum, { length }) => sum + length, 0)
      if (packed.length === 0) return await saveNothing(version)
      const key = newPublicId()
      await packs.commit(draft, key, signal)
      const isSaved = await savePack(db, version.id, { key, bytes, sha256, index: encodePackIndex(packed) })
      if (!isSaved) {
        await packs.delete(key)
        return false
      }
      made.value += 1
      log.info({ version: version.publicId, files: packed.length, bytes }, 'a pack was made')
      return true
    } finally {
      await earlier?.close()
      await packs.discard(draft)
    }
  }

  interface Compressing {
    entries: readonly IndexEntry[]
    archive: OpenBlob
    earlier: EarlierForms
    maxBytes: number
    /** Filled with where each form is. */
    packed: PackedEntry[]
    signal: AbortSignal
  }

  async function* compressed(job: Compressing): AsyncGenerator<Uint8Array> {
    const { entries, archive, earlier, maxBytes, packed, signal } = job
    let offset = 0
    let cpuSeconds = 0
    for (const entry of entries) {
      if (cpuSeconds > maxCpuSeconds) return
      await whileOtherThreadsWork(signal)
      const bytes = await archive.source.read(entry.offset, entry.compressedSize)
      const { size, crc32: sum } = entry
      const known = await earlier.find(entry)
      const outcome = await compressPool.run({ bytes, size, crc32: sum, known }, signal)
      signal.throwIfAborted()
      // The archive is damaged, or the thread ended: the version is tried again later.
      if (outcome.kind === 'failed') throw new Error(outcome.message)
      cpuSeconds += outcome.cpuSeconds
      seconds.value += outcome.cpuSeconds
      if (paces.isAnybodyPresent()) await sleep(restFactor * outcome.cpuSeconds * 1000, undefined, { signal })
      const { body, isReused } = outcome
      if (!body || offset + body.length > maxBytes) continue
      packed.push({
        archiveOffset: entry.offset,
        size,
        contentCrc32: sum,
        offset,
        length: body.length,
        crc32: crc32(body),
      })
      ;(isReused ? reusedFiles : compressedFiles).value += 1
      before.value += entry.compressedSize
      after.value += body.length
      offset += body.length
      yield body
    }
  }

  /** The pack is there, whatever fails now. */
  async function announce(): Promise<void> {
    await onMade().catch((error: unknown) => log.debug({ err: error }, 'a new pack is not used yet'))
  }

  async function hasRoom(packs: BlobStore): Promise<boolean> {
    const isEnough = (await packs.freeForDrafts()) > 2 * config.limits.diskReserve
    if (!isEnough) log.debug('there is no room for packs')
    return isEnough
  }

  return {
    async makeMissing(signal) {
      const { packs } = blobs
      if (!packs) return
      const end = performance.now() + roundMs
      for (;;) {
        const versions = await listVersionsToPack(db, atOnce)
        if (versions.length === 0) return
        for (const version of versions) {
          signal.throwIfAborted()
          if (!(await hasRoom(packs))) return
          try {
            if (await make(version, packs, signal)) await announce()
          } catch (error) {
            signal.throwIfAborted()
            // Most likely the next one would fail too.
            return log.warn({ err: error, version: version.publicId }, notMade)
          }
          if (performance.now() >= end) return
        }
      }
    },
  }
}

/** People wait for uploads and what is in them, nobody for packs. But threads that are never idle do not prevent packs. */
async function whileOtherThreadsWork(signal: AbortSignal): Promise<void> {
  const end = performance.now() + longestPauseMs
  while (performance.now() < end) {
    const { busy, waiting } = verifyPool.load()
    if (busy + waiting === 0 && readingThread.isIdle() && queryThreads.isIdle()) return
    await sleep(pauseMs, undefined, { signal })
  }
}

async function using<T>(blob: OpenBlob, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await blob.close()
  }
}
