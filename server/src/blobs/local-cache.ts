import { randomUUID } from 'node:crypto'
import { link, mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

import { limitConcurrency } from '@plinth/contract/limit-concurrency.ts'
import type { Logger } from 'pino'

import type { ByteSource } from '../archive/file-source.ts'
import { isStorageFull } from '../operations/disk-space.ts'
import type { CacheCounters } from '../operations/metrics/metrics.ts'
import { isAhead } from '../shared/is-ahead.ts'
import { copySuffix, listCopies, unfinishedSuffix } from './list-copies.ts'
import { LocalCopy } from './local-copy.ts'
import { writeHashed } from './write-hashed.ts'
import type { WriteHashedOptions } from './write-hashed.ts'

/** What was recorded of an archive when it was published. */
export interface RecordedArchive {
  bytes: number
  sha256: Buffer
}

/** Local copies of archives up to a total size; the least recently used are evicted first. */
export interface LocalCache {
  /** Counts reads from copies (hits) and from the store (misses). */
  counters: CacheCounters
  /** The copy, if there is one and its content is what was recorded. */
  find(key: string): Promise<LocalCopy | undefined>
  /** The copy, fetched if there is none; undefined if that fails or is paused. */
  findOrFetch(key: string, bytes: number, remote: ByteSource): Promise<LocalCopy | undefined>
  /** Links a verified draft into the cache, without reading it, if possible. */
  adopt(draft: string, key: string): Promise<void>
  /** Drops a copy that turned out to be damaged. */
  dropDamaged(key: string, copy: LocalCopy, reason: unknown): void
  drop(key: string): Promise<void>
  /** Drops copies of archives that are no longer recorded. */
  dropUnrecorded(): Promise<void>
  close(): void
}

export interface LocalCacheOptions {
  folder: string
  maxBytes: number
  recorded: (key: string) => Promise<RecordedArchive | undefined>
  counters: CacheCounters
  log: Logger
  writing?: Pick<WriteHashedOptions, 'writer'>
}

interface Entry {
  bytes: number
  /** Modification time of the file whose content this process has verified. */
  verifiedAt: number | undefined
  touchedAt: number
  copies: Set<LocalCopy>
}

const minute = 60_000
const maxPauseMs = 10 * minute
const maxFetches = 2
const maxQueued = 100

export async function localCache(options: LocalCacheOptions): Promise<LocalCache> {
  const { folder, maxBytes, recorded, log, writing } = options
  const pathOf = (key: string) => join(folder, key + copySuffix)
  /** Least recently used first. */
  const entries = new Map<string, Entry>()
  const fetching = new Map<string, Promise<boolean>>()
  const pausedUntil = new Map<string, number>()
  const closing = new AbortController()
  const limitFetches = limitConcurrency(maxFetches)
  /** Bytes of all entries and of the fetches in progress. */
  let usedBytes = 0

  function remember(key: string, entry: Entry) {
    forget(key)
    entries.set(key, entry)
    usedBytes += entry.bytes
  }

  function forget(key: string): Entry | undefined {
    const entry = entries.get(key)
    if (entries.delete(key)) usedBytes -= entry?.bytes ?? 0
    return entry
  }

  try {
    for (const { key, bytes, usedAt } of await listCopies(folder)) {
      remember(key, { bytes, verifiedAt: undefined, touchedAt: usedAt, copies: new Set() })
    }
    await makeRoom()
  } catch (error) {
    log.warn({ err: error, folder }, 'the cache cannot be read, reading archives from the store')
  }

  async function makeRoom() {
    for (const key of entries.keys()) {
      if (usedBytes <= maxBytes) return
      await drop(key)
    }
  }

  async function drop(key: string) {
    for (const copy of forget(key)?.copies ?? []) copy.close()
    await rm(pathOf(key), { force: true }).catch((error: unknown) => {
      log.warn({ err: error, key }, 'cannot remove a copy from the cache')
    })
  }

  async function openCopy(key: string): Promise<LocalCopy | undefined> {
    const entry = entries.get(key)
    if (!entry) return undefined
    let copy: LocalCopy | undefined
    try {
      copy = await LocalCopy.open(pathOf(key), (closed) => entry.copies.delete(closed))
      entry.copies.add(copy)
      const isGood = copy.writtenAt === entry.verifiedAt || (await isAsRecorded(key, copy))
      if (!isGood || copy.bytes !== entry.bytes || entries.get(key) !== entry) {
        throw new Error('it differs from what was recorded, or was just evicted')
      }
      entry.verifiedAt = copy.writtenAt
      await noteUse(key, entry)
      return copy
    } catch (error) {
      copy?.close()
      log.warn({ err: error, key }, 'dropped a copy from the cache')
      if (entries.get(key) === entry) await drop(key)
      return undefined
    }
  }

  async function isAsRecorded(key: string, copy: LocalCopy): Promise<boolean> {
    const archive = await recorded(key)
    return archive?.bytes === copy.bytes && archive.sha256.equals(await copy.sha256())
  }

  /** The time of last use is stored as the file's access time, for the next start. */
  async function noteUse(key: string, entry: Entry) {
    remember(key, entry)
    const now = Date.now()
    if (now - entry.touchedAt < minute) return
    entry.touchedAt = now
    const { mtime } = await stat(pathOf(key))
    await utimes(pathOf(key), new Date(now), mtime)
  }

  async function fetch(key: string, bytes: number, remote: ByteSource): Promise<boolean> {
    const archive = await recorded(key)
    if (archive?.bytes !== bytes || bytes > maxBytes) return pause(key, maxPauseMs)
    usedBytes += bytes
    await makeRoom()
    const unfinished = join(folder, `${key}.${randomUUID()}${unfinishedSuffix}`)
    try {
      await mkdir(folder, { recursive: true })
      const sha256 = await writeHashed(remote.stream(0, bytes), unfinished, {
        signal: closing.signal,
        ...writing,
      })
      if (!sha256.equals(archive.sha256)) {
        log.error(
          { key },
          'the archive in the store differs from what was published: run plinth-admin verify',
        )
        return pause(key, maxPauseMs)
      }
      await addFile(key, bytes, () => rename(unfinished, pathOf(key)))
      return true
    } catch (error) {
      if (closing.signal.aborted) return false
      log.warn({ err: error, key }, 'could not copy an archive into the cache')
      if (isStorageFull(error)) await freeDisk(bytes)
      return pause(key, minute)
    } finally {
      usedBytes -= bytes
      await rm(unfinished, { force: true }).catch(() => {})
    }
  }

  /** The disk is full before the cache is: drops the least recently used copies to make room for the next attempt. */
  async function freeDisk(bytes: number) {
    const target = usedBytes - bytes
    for (const key of entries.keys()) {
      if (usedBytes <= target) return
      await drop(key)
    }
  }

  async function addFile(key: string, bytes: number, create: () => Promise<void>) {
    await create()
    // Whole seconds, so that noteUse can restore the same modification time.
    const now = Math.floor(Date.now() / 1000)
    await utimes(pathOf(key), now, now)
    remember(key, { bytes, verifiedAt: now * 1000, touchedAt: now * 1000, copies: new Set() })
  }

  function pause(key: string, milliseconds: number): false {
    if (pausedUntil.size > 10_000) pausedUntil.clear()
    pausedUntil.set(key, Date.now() + milliseconds)
    return false
  }

  async function fetchOnce(key: string, bytes: number, remote: ByteSource): Promise<boolean> {
    const inFlight = fetching.get(key)
    if (inFlight) return inFlight
    if (isAhead(pausedUntil.get(key) ?? 0, maxPauseMs) || fetching.size >= maxQueued) return false
    const fetched = limitFetches(() =>
      closing.signal.aborted ? Promise.resolve(false) : fetch(key, bytes, remote),
    )
    fetching.set(key, fetched)
    try {
      return await fetched
    } finally {
      fetching.delete(key)
    }
  }

  return {
    counters: options.counters,
    find: openCopy,
    drop,

    async findOrFetch(key, bytes, remote) {
      try {
        const isThere = entries.has(key) || (await fetchOnce(key, bytes, remote))
        return isThere ? await openCopy(key) : undefined
      } catch (error) {
        log.warn({ err: error, key }, 'could not copy an archive into the cache')
        pause(key, minute)
        return undefined
      }
    },

    async adopt(draft, key) {
      try {
        const { size: bytes } = await stat(draft)
        if (bytes > maxBytes) return
        await mkdir(folder, { recursive: true })
        await addFile(key, bytes, () => link(draft, pathOf(key)))
        await makeRoom()
      } catch (error) {
        log.debug({ err: error, key }, 'could not link a new archive into the cache')
      }
    },

    dropDamaged(key, copy, reason) {
      if (!entries.get(key)?.copies.has(copy)) return
      log.warn({ reason: String(reason), key }, 'dropped a damaged copy from the cache')
      void drop(key)
    },

    async dropUnrecorded() {
      for (const key of entries.keys()) if (!(await recorded(key))) await drop(key)
    },

    close: () => closing.abort(),
  }
}
