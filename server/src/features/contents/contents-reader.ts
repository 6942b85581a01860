import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Logger } from 'pino'

import { isBlobStoreFailure, openIfExists } from '../../blobs/blob-store.ts'
import type { Archives } from '../../blobs/open-blobs.ts'
import type { ContentsOutcome } from '../../contents/contents-tasks.ts'
import { readInThread } from '../../contents/read-in-thread.ts'
import type { Database } from '../../database/connect.ts'
import type { Metrics } from '../../operations/metrics/metrics.ts'
import type { Config } from '../../settings/config.ts'
import type { AccountPace } from '../../shared/account-pace.ts'
import { fairSlots, NoFreeSlot } from '../../shared/fair-slots.ts'
import { findArchiveIndex } from '../../viewer/store.ts'
import { findComparable, findOutdatedMark, forgetOutdatedComparisons } from './comparison-store.ts'
import { compareWithBaseline, listStorybooksToRefresh, refresh } from './refresh.ts'
import { maxAttemptsAfter } from './state.ts'
import {
  abandonReading,
  beginReading,
  findVersionToRead,
  giveUpReading,
  listUnreadVersions,
  saveContents,
} from './store.ts'
import type { VersionToRead } from './store.ts'

/** Reads what is inside versions in the background, after the requests that publish them. */
export interface ContentsReader {
  /** Begins to read a version. If this instance ends before it is done, the duty reads it. */
  readSoon(accountId: number, versionPublicId: string): void
  /** Begins to bring up to date what depends on a storybook's versions, after one was deleted. */
  refreshSoon(accountId: number, storybookId: number): void
  /**
   * For the duty: reads what was left unread, and brings up to date what depends on it. Ends when the store fails, and
   * after some minutes: the next run continues.
   */
  readUnread(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

interface ReaderServices {
  db: Database
  blobs: Archives
  config: Config
  metrics: Metrics
  log: Logger
  pace: AccountPace
  /** Called when versions have been read and compared. */
  onRead: () => void
  stepMs?: number
}

/** Then what is left to compare and to catalogue gets its turn. */
const maxStepMs = 5 * 60_000
const atOnce = 20
const waitMs = 60 * 60 * 1000
/** Between two refreshes of a storybook. */
const restMs = 1000

const notRead = 'the contents of a version were not read; will retry'
const notRefreshed = 'what depends on the versions of a storybook was not brought up to date; will retry'

export function openContentsReader(services: ReaderServices): ContentsReader {
  const { db, blobs, config, metrics, log, pace, onRead, stepMs = maxStepMs } = services
  const stopping = new AbortController()
  const scriptsFolder = join(config.dataFolder, 'scripts')
  /** There is one thread. Accounts take turns, so that nobody waits for all versions of another account. */
  const slots = fairSlots({ total: 1, perAccount: 1, waitingPerAccount: 100, waitMs, pace })
  /** Writing a catalogue may take PostgreSQL a minute, in which versions of other accounts can be read. */
  const refreshSlots = fairSlots({ total: 1, perAccount: 1, waitingPerAccount: 100, waitMs, pace })
  /** Storybooks that are being refreshed, or were a moment ago, and whether they are to be refreshed again. */
  const outdated = new Map<number, boolean>()
  const running = new Set<Promise<void>>()
  const { observe } = metrics.registry
  observe('gauge', 'plinth_contents_in_progress', 'Versions whose contents are being read.', slots.inUse)
  observe(
    'gauge',
    'plinth_contents_waiting',
    'Versions waiting for their contents to be read.',
    slots.waiting,
  )

  /** Storybooks for which the store failed: they are tried last. */
  const refusedByStore = new Set<number>()

  function inBackground(work: (signal: AbortSignal) => Promise<unknown>): void {
    const run = work(stopping.signal).then(() => void running.delete(run))
    running.add(run)
  }

  /** Never fails: one build does not keep others from being read, and the duty tries again. */
  async function attempt(
    work: () => Promise<void>,
    failure: string,
    signal: AbortSignal,
  ): Promise<'store failed' | void> {
    try {
      await work()
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof NoFreeSlot)
        return log.info('many versions are waiting to be read; the duty reads the rest')
      log.warn({ err: error }, failure)
      if (isBlobStoreFailure(error)) return 'store failed'
    }
  }

  /** Which storybook is to be brought up to date, if any. */
  async function readInTurn(accountId: number, versionPublicId: string, signal: AbortSignal) {
    let storybookId: number | undefined
    const reading = async () => {
      const unread = await findVersionToRead(db, versionPublicId)
      if (unread && (await read(accountId, unread, signal))) storybookId = unread.storybookId
    }
    const outcome = await attempt(() => slots.run(accountId, reading, { signal }), notRead, signal)
    return { outcome, storybookId }
  }

  /** In as many turns as it takes, so that other accounts get theirs in between. */
  async function refreshInTurn(accountId: number, storybookId: number, signal: AbortSignal) {
    /** Repeats work on the versions below an id, one turn at a time; the work returns the id to continue below. */
    const takeTurns = async (work: (below: number) => Promise<number | undefined>) => {
      let next: number | undefined = Number.MAX_SAFE_INTEGER
      while (next !== undefined) {
        const below: number = next
        next = await refreshSlots.run(accountId, () => work(below), { signal })
      }
    }
    const refreshing = async () => {
      const mark = await findOutdatedMark(db, storybookId)
      if (mark !== null)
        await takeTurns((below) => forgetOutdatedComparisons(db, { storybookId, mark }, below))
      await takeTurns((below) => refresh({ db, blobs, log }, { accountId, storybookId }, below, signal))
      onRead()
    }
    return attempt(refreshing, notRefreshed, signal)
  }

  /**
   * Once for all that is read or deleted meanwhile: when many versions of a storybook are published at once, it would be
   * refreshed as often, and what people ask for would wait.
   */
  async function refreshSoon(accountId: number, storybookId: number, signal: AbortSignal) {
    const isInProgress = outdated.has(storybookId)
    outdated.set(storybookId, true)
    if (isInProgress) return
    while (outdated.get(storybookId) && !signal.aborted) {
      outdated.set(storybookId, false)
      await refreshInTurn(accountId, storybookId, signal)
      await sleep(restMs, undefined, { signal }).catch(() => {})
    }
    outdated.delete(storybookId)
  }

  /** False if another instance reads the version or has read it, or if it is to be tried again. */
  async function read(accountId: number, version: VersionToRead, signal: AbortSignal): Promise<boolean> {
    if (version.kind !== 'storybook') return true
    const attempt = await beginReading(db, version.id)
    if (attempt === undefined) return false
    try {
      const outcome = await readBuild(accountId, version, signal)
      // The duty tries again.
      if (outcome.kind !== 'contents' && attempt < maxAttemptsAfter(outcome)) return false
      const contents = outcome.kind === 'contents' ? outcome.contents : undefined
      const comparable = await findComparable(db, version.id)
      const compared = comparable
        ? await compareWithBaseline({ db, log }, accountId, comparable, contents, signal)
        : 'later'
      await saveContents(db, version.id, contents, compared)
      return true
    } catch (error) {
      await abandonReading(db, version.id, isBlobStoreFailure(error) ? 'later' : 'at once')
      throw error
    }
  }

  /** Storybooks are brought up to date after some of their versions, not after each: the more wait, the longer it takes. */
  async function readAll(signal: AbortSignal): Promise<'store failed' | void> {
    const end = performance.now() + stepMs
    for (let upTo = Number.MAX_SAFE_INTEGER; upTo > 0;) {
      const unread = await listUnreadVersions(db, { limit: atOnce, upTo })
      const toRefresh = new Map<number, number>()
      let failure: 'store failed' | undefined
      for (const { accountId, publicId } of unread) {
        const { outcome, storybookId } = await readInTurn(accountId, publicId, signal)
        signal.throwIfAborted()
        if (storybookId !== undefined) toRefresh.set(storybookId, accountId)
        failure = outcome ?? undefined
        // Most likely the next one would fail too, and each attempt waits for the store.
        if (failure || performance.now() >= end) break
      }
      for (const [storybookId, accountId] of toRefresh) {
        failure = (await refreshInTurn(accountId, storybookId, signal)) ?? failure
        signal.throwIfAborted()
      }
      if (failure || performance.now() >= end) return failure
      upTo = (unread.at(-1)?.id ?? 0) - 1
    }
  }

  const rank = (storybookId: number) => Number(refusedByStore.has(storybookId))

  /** Each storybook once: one that fails is left for the next round. */
  async function refreshAll(signal: AbortSignal): Promise<void> {
    const end = performance.now() + stepMs
    const storybooks = await listStorybooksToRefresh(db)
    for (const { accountId, storybookId } of storybooks.toSorted(
      (a, b) => rank(a.storybookId) - rank(b.storybookId),
    )) {
      const outcome = await refreshInTurn(accountId, storybookId, signal)
      signal.throwIfAborted()
      if (outcome === 'store failed') return void refusedByStore.add(storybookId)
      refusedByStore.delete(storybookId)
      if (performance.now() >= end) return
    }
  }

  /** Throws if something else than the build failed. */
  async function readBuild(
    accountId: number,
    { id, publicId }: VersionToRead,
    signal: AbortSignal,
  ): Promise<ContentsOutcome> {
    const index = await findArchiveIndex(db, id)
    const blob = index && (await openIfExists(blobs, publicId))
    // The archive is lost; `plinth-admin verify` reports it.
    if (!blob) return { kind: 'contents', contents: undefined }
    try {
      const what = { kind: 'read contents', scriptsFolder } as const
      const outcome = await readInThread(accountId, { index, source: blob.source }, what, signal)
      if (outcome.kind !== 'contents')
        log.warn({ version: publicId, reason: outcome }, 'the contents of a build could not be read')
      return outcome
    } finally {
      await blob.close()
    }
  }

  return {
    readSoon: (accountId, versionPublicId) =>
      inBackground(async (signal) => {
        const { storybookId } = await readInTurn(accountId, versionPublicId, signal)
        if (storybookId !== undefined) await refreshSoon(accountId, storybookId, signal)
      }),
    refreshSoon: (accountId, storybookId) =>
      inBackground((signal) => refreshSoon(accountId, storybookId, signal)),
    async readUnread(dutySignal) {
      const signal = AbortSignal.any([dutySignal, stopping.signal])
      await giveUpReading(db)
      if ((await readAll(signal)) !== 'store failed') await refreshAll(signal)
    },
    async close() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
