import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'

import type { Logger } from 'pino'

import { openIfExists } from '../../blobs/blob-store.ts'
import type { Archives } from '../../blobs/open-blobs.ts'
import { readingPool } from '../../contents/contents-pool.ts'
import { serveSource } from '../../contents/source-port.ts'
import type { Database } from '../../database/connect.ts'
import type { Metrics } from '../../operations/metrics/metrics.ts'
import type { Config } from '../../settings/config.ts'
import { fairSlots, NoFreeSlot } from '../../shared/fair-slots.ts'
import { findArchiveIndex } from '../../viewer/store.ts'
import { compareWithPrevious, refresh } from './refresh.ts'
import { maxAttempts } from './state.ts'
import {
  abandonReading,
  beginReading,
  findComparable,
  findVersionToRead,
  giveUpReading,
  listStorybooksToRefresh,
  listUnreadVersions,
  saveContents,
} from './store.ts'
import type { VersionToRead } from './store.ts'

/** Reads what is inside versions, behind the requests that publish them. */
export interface ContentsReader {
  /** Begins to read a version. If this instance ends before it is done, the duty reads it. */
  readSoon(accountId: number, versionPublicId: string): void
  /** Begins to bring up to date what depends on a storybook's versions, after one was deleted. */
  refreshSoon(accountId: number, storybookId: number): void
  /** For the duty: reads everything that was left unread. */
  readUnread(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

interface ReaderServices {
  db: Database
  blobs: Archives
  config: Config
  metrics: Metrics
  log: Logger
}

const atOnce = 20
const waitMs = 60 * 60 * 1000

export function openContentsReader({ db, blobs, config, metrics, log }: ReaderServices): ContentsReader {
  const stopping = new AbortController()
  const scriptsFolder = join(config.dataFolder, 'scripts')
  /** There is one thread. Accounts take turns, so that nobody waits for all versions of another account. */
  const slots = fairSlots({ total: 1, perAccount: 1, waitingPerAccount: 100, waitMs })
  /** Writing a catalogue may take PostgreSQL a minute, in which versions of other accounts can be read. */
  const refreshSlots = fairSlots({ total: 1, perAccount: 1, waitingPerAccount: 100, waitMs })
  const running = new Set<Promise<void>>()
  const { observe } = metrics.registry
  observe('gauge', 'plinth_contents_in_progress', 'Versions whose contents are being read.', slots.inUse)
  observe(
    'gauge',
    'plinth_contents_waiting',
    'Versions waiting for their contents to be read.',
    slots.waiting,
  )

  function inBackground(work: (signal: AbortSignal) => Promise<void>): void {
    const run = work(stopping.signal)
      .catch(logFailure)
      .finally(() => running.delete(run))
    running.add(run)
  }

  /** One build does not keep others from being read; the duty tries again. */
  function logFailure(error: unknown): void {
    if (stopping.signal.aborted) return
    if (error instanceof NoFreeSlot) log.info('many versions are waiting to be read; the duty reads the rest')
    else log.warn({ err: error }, 'the contents of a version were not read; will retry')
  }

  async function readInTurn(accountId: number, versionPublicId: string, signal: AbortSignal): Promise<void> {
    const version = await slots.run(
      accountId,
      async () => {
        const unread = await findVersionToRead(db, versionPublicId)
        return unread && (await read(unread, signal)) ? unread : undefined
      },
      signal,
    )
    if (version) await refreshInTurn(accountId, version.storybookId, signal)
  }

  /** In as many turns as it takes, so that other accounts get theirs in between. */
  async function refreshInTurn(accountId: number, storybookId: number, signal: AbortSignal): Promise<void> {
    const takeTurn = (below: number) =>
      refreshSlots.run(accountId, () => refresh({ db, blobs, log }, storybookId, below, signal), signal)
    let below: number | undefined = Number.MAX_SAFE_INTEGER
    while (below !== undefined) below = await takeTurn(below)
  }

  /** False if another instance reads the version or has read it, or if it is to be tried again. */
  async function read(version: VersionToRead, signal: AbortSignal): Promise<boolean> {
    if (version.kind !== 'storybook') return true
    const attempt = await beginReading(db, version.id)
    if (attempt === undefined) return false
    try {
      const outcome = await readBuild(version, signal)
      // The machine may have been busy: the duty tries again, a few times.
      if (outcome === 'failed' && attempt < maxAttempts) return false
      const contents = outcome === 'failed' ? undefined : outcome
      const comparable = await findComparable(db, version.id)
      const compared = comparable
        ? await compareWithPrevious({ db, log }, comparable, contents, signal)
        : 'later'
      await saveContents(db, version.id, contents, compared)
      return true
    } catch (error) {
      await abandonReading(db, version.id)
      throw error
    }
  }

  /** Each storybook once: one that fails is left for the next round. */
  async function refreshAll(signal: AbortSignal): Promise<void> {
    for (const { accountId, storybookId } of await listStorybooksToRefresh(db)) {
      await refreshInTurn(accountId, storybookId, signal).catch(logFailure)
      signal.throwIfAborted()
    }
  }

  /** Undefined if there is nothing to read. Throws if it was not the build that failed. */
  async function readBuild({ id, publicId }: VersionToRead, signal: AbortSignal) {
    const index = await findArchiveIndex(db, id)
    const blob = index && (await openIfExists(blobs, publicId))
    // The archive is lost; `plinth-admin verify` reports it.
    if (!blob) return undefined
    const { port1: own, port2: port } = new MessageChannel()
    const failures: unknown[] = []
    try {
      serveSource(own, blob.source, (error) => failures.push(error))
      const outcome = await readingPool.run({ kind: 'read', index, port, scriptsFolder }, signal)
      signal.throwIfAborted()
      if (failures.length > 0) throw failures[0]
      if (outcome.kind === 'contents') return outcome.contents
      log.warn({ version: publicId, reason: outcome }, 'the contents of a build could not be read')
      return 'failed'
    } finally {
      own.close()
      await blob.close()
    }
  }

  return {
    readSoon: (accountId, versionPublicId) =>
      inBackground((signal) => readInTurn(accountId, versionPublicId, signal)),
    refreshSoon: (accountId, storybookId) =>
      inBackground((signal) => refreshInTurn(accountId, storybookId, signal)),
    async readUnread(dutySignal) {
      const signal = AbortSignal.any([dutySignal, stopping.signal])
      for (let upTo = Number.MAX_SAFE_INTEGER; upTo > 0;) {
        const unread = await listUnreadVersions(db, { limit: atOnce, upTo })
        for (const version of unread) {
          await readInTurn(version.accountId, version.publicId, signal).catch(logFailure)
          signal.throwIfAborted()
        }
        upTo = (unread.at(-1)?.id ?? 0) - 1
      }
      await giveUpReading(db)
      await refreshAll(signal)
    },
    async close() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
