import { Worker } from 'node:worker_threads'

import type { Logger } from 'pino'

import type { ThreadData } from '../../archive/thread-gate.ts'
import { openThreadPool } from '../../archive/thread-pool.ts'
import type { ThreadFailure } from '../../archive/thread-pool.ts'
import type { Database } from '../../database/connect.ts'
import { shareThreads } from '../../shared/shared-threads.ts'
import type { CorrectedWords } from './correct-words.ts'
import type { QueryWord } from './query-words.ts'
import { findRevision, listWords } from './store.ts'

export interface CorrectionTask {
  accountId: number
  /** Of what the account contains: any instance may change it. */
  revision: string
  /** All words of the account; undefined if the thread may still have them. */
  accountWords: string | undefined
  queried: readonly QueryWord[]
}

export type CorrectionOutcome =
  | { kind: 'corrected'; corrected: CorrectedWords | undefined }
  /** The thread does not have the words of this revision. */
  | { kind: 'words wanted' }
  | ThreadFailure

/** The vocabulary of an account may be as large and as repetitive as it likes: only this thread is busy with it. */
const startThread = (workerData: ThreadData) =>
  new Worker(new URL('./corrections-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 },
  })

const threads = shareThreads<CorrectionTask, CorrectionOutcome>(
  openThreadPool(startThread, { size: 1, deadlineMs: 5000 }),
)

/** Undefined if there is nothing to correct, or nothing similar. */
export type CorrectQuery = (
  accountId: number,
  queried: readonly QueryWord[],
) => Promise<CorrectedWords | undefined>

export function openCorrections({ db, log }: { db: Database; log: Logger }): CorrectQuery {
  return async (accountId, queried) => {
    const revision = await findRevision(db, accountId)
    const ask = (accountWords?: string) =>
      threads.run(accountId, { accountId, revision, accountWords, queried })
    let outcome = await ask()
    if (outcome.kind === 'words wanted') outcome = await ask(await listWords(db, accountId))
    if (outcome.kind === 'corrected') return outcome.corrected
    log.warn({ accountId, reason: outcome }, 'the words of a search could not be corrected')
    return undefined
  }
}
