import { randomUUID } from 'node:crypto'
import { link, mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

import type { Logger } from 'pino'

import type { ByteSource } from '../archive/file-source.ts'
import { isStorageFull } from '../operations/disk-space.ts'
import type { CacheTallies } from '../operations/metrics/metrics.ts'
import { copySuffix, listCopies, unfinishedSuffix } from './list-copies.ts'
import { LocalCopy } from './local-copy.ts'
import { takeTurns } from './take-turns.ts'
import { writeHashed } from './write-hashed.ts'
import type { WriteHashedOptions } from './write-hashed.ts'

/** What was recorded of an archive when it was published. */
export interface RecordedArchive {
  bytes: number
  sha256: Buffer
}

/** Copies of archives on this machine, up to so many bytes; those used longest ago go first. */
export interface LocalCache {
  /** Reads from copies, and reads that had to go to the store. */
  tallies: CacheTallies
  /** The copy if there is one and it holds what was recorded. */
  find(key: string): Promise<LocalCopy | undefined>
  /** The copy, fetched now if there is none; undefined where that is not possible at present. */
  obtain(key: string, bytes: number, remote: ByteSource): Promise<LocalCopy | undefined>
  /** Takes a verified draft over as the copy, without reading it, where that is possible. */
  adopt(draft: string, key: string): Promise<void>
  /** Drops a copy that turned out to be bad. */
  distrust(key: string, copy: LocalCopy, reason: unknown): void
  drop(key: string): Promise<void>
  /** Drops the copies of archives that are recorded no longer. */
  dropUnrecorded(): Promise<void>
  close(): void
}

export interface LocalCacheOptions {
  folder: string
  maxBytes: number
  recorded: (key: string) => Promise<RecordedArchive | undefined>
  tallies: CacheTallies
  log: Logger
  writing?: Pick<WriteHashedOptions, 'writer'>
}

interface Entry {
  bytes: number
  /** When the file was written that this process has seen to hold what was recorded. */
  verified: number | undefined
  touchedAt: number
  copies: Set<LocalCopy>
}

const minute = 60_000
const fetchesAtOnce = 2
const mostWaiting = 100

export async function localCache(options: LocalCacheOptions): Promise<LocalCache> {
  const { folder, maxBytes, recorded, log, writing } = options
  const pathOf = (key: string) => join(folder, key + copySuffix)
  /** Oldest use first. */
  const entries = new Map<string, Entry>()
  const fetching = new Map<string, Promise<boolean>>()
  const pausedUntil = new Map<string, number>()
  const closing = new AbortController()
  const turns = takeTurns(fetchesAtOnce)
  /** What the entries take, and what is being fetched will. */
  let used = 0

  function remember(key: string, entry: Entry) {
    forget(key)
    entries.set(key, entry)
    used += entry.bytes
  }

  function forget(key: string): Entry | undefined {
    const entry = entries.get(key)
    if (entries.delete(key)) used -= entry?.bytes ?? 0
    return entry
  }

  try {
    for (const { key, bytes, usedAt } of await listCopies(folder)) {
      remember(key, { bytes, verified: undefined, touchedAt: usedAt, copies: new Set() })
    }
    await makeRoom()
  } catch (error) {
    log.warn({ err: error, folder }, 'the cache cannot be read: archives are read from the store')
  }

  async function makeRoom() {
    for (const key of entries.keys()) {
      if (used <= maxBytes) return
      await drop(key)
    }
  }

  async function drop(key: string) {
    for (const copy of forget(key)?.copies ?? []) copy.giveUp()
    await rm(pathOf(key), { force: true }).catch((error: unknown) => {
      log.warn({ err: error, key }, 'a copy in the cache cannot be removed')
    })
  }

  async function openCopy(key: string): Promise<LocalCopy | undefined> {
    const entry = entries.get(key)
    if (!entry) return undefined
    try {
      const copy = await LocalCopy.open(pathOf(key), (closed) => entry.copies.delete(closed))
      entry.copies.add(copy)
      const isGood = copy.writtenAt === entry.verified || (await holdsRecorded(key, copy))
      if (!isGood || copy.bytes !== entry.bytes || entries.get(key) !== entry) {
        copy.giveUp()
        throw new Error('it is not what was recorded, or was evicted just now')
      }
      entry.verified = copy.writtenAt
      await noteUse(key, entry)
      return copy
    } catch (error) {
      log.warn({ err: error, key }, 'a copy in the cache is not used')
      if (entries.get(key) === entry) await drop(key)
      return undefined
    }
  }

  async function holdsRecorded(key: string, copy: LocalCopy): Promise<boolean> {
    const archive = await recorded(key)
    return archive?.bytes === copy.bytes && archive.sha256.equals(await copy.sha256())
  }

  /** The time of last use is kept with the file, where a later start finds it. */
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
    if (archive?.bytes !== bytes || bytes > maxBytes) return pause(key, 10 * minute)
    used += bytes
    await makeRoom()
    const unfinished = join(folder, `${key}.${randomUUID()}${unfinishedSuffix}`)
    try {
      await mkdir(folder, { recursive: true })
      const sha256 = await writeHashed(remote.stream(0, bytes), unfinished, {
        signal: closing.signal,
        ...writing,
      })
      if (!sha256.equals(archive.sha256)) {
        log.error({ key }, 'the archive in the store is not what was published: run plinth-admin verify')
        return pause(key, 10 * minute)
      }
      await place(key, bytes, () => rename(unfinished, pathOf(key)))
      return true
    } catch (error) {
      if (closing.signal.aborted) return false
      log.warn({ err: error, key }, 'an archive could not be copied into the cache')
      if (isStorageFull(error)) await freeDisk(bytes)
      return pause(key, minute)
    } finally {
      used -= bytes
      await rm(unfinished, { force: true }).catch(() => {})
    }
  }

  /** The disk is smaller than the cache may be: what was used longest ago makes room for the next attempt. */
  async function freeDisk(bytes: number) {
    const target = used - bytes
    for (const key of entries.keys()) {
      if (used <= target) return
      await drop(key)
    }
  }

  async function place(key: string, bytes: number, put: () => Promise<void>) {
    await put()
    // In whole seconds, so that noting a use later can write the same time again.
    const now = Math.floor(Date.now() / 1000)
    await utimes(pathOf(key), now, now)
    remember(key, { bytes, verified: now * 1000, touchedAt: now * 1000, copies: new Set() })
  }

  function pause(key: string, forMilliseconds: number): false {
    if (pausedUntil.size > 10_000) pausedUntil.clear()
    pausedUntil.set(key, Date.now() + forMilliseconds)
    return false
  }

  async function fetchOnce(key: string, bytes: number, remote: ByteSource): Promise<boolean> {
    const underWay = fetching.get(key)
    if (underWay) return underWay
    if ((pausedUntil.get(key) ?? 0) > Date.now() || fetching.size >= mostWaiting) return false
    const fetched = turns(() => (closing.signal.aborted ? Promise.resolve(false) : fetch(key, bytes, remote)))
    fetching.set(key, fetched)
    try {
      return await fetched
    } finally {
      fetching.delete(key)
    }
  }

  return {
    tallies: options.tallies,
    find: openCopy,
    drop,

    async obtain(key, bytes, remote) {
      try {
        const isThere = entries.has(key) || (await fetchOnce(key, bytes, remote))
        return isThere ? await openCopy(key) : undefined
      } catch (error) {
        log.warn({ err: error, key }, 'an archive could not be copied into the cache')
        pause(key, minute)
        return undefined
      }
    },

    async adopt(draft, key) {
      try {
        const { size: bytes } = await stat(draft)
        if (bytes > maxBytes) return
        await mkdir(folder, { recursive: true })
        await place(key, bytes, () => link(draft, pathOf(key)))
        await makeRoom()
      } catch (error) {
        log.debug({ err: error, key }, 'a new archive was not taken over into the cache')
      }
    },

    distrust(key, copy, reason) {
      if (!entries.get(key)?.copies.has(copy)) return
      log.warn({ reason: String(reason), key }, 'a copy in the cache is not used any more')
      void drop(key)
    },

    async dropUnrecorded() {
      for (const key of entries.keys()) if (!(await recorded(key))) await drop(key)
    },

    close: () => closing.abort(),
  }
}
