import type { OpenFile } from './file-source.ts'
import type { PlannedArchive } from './plan-archive.ts'
import { ArchiveRefusal } from './refusal.ts'
import type { RunTask } from './thread-pool.ts'
import { poolSize, verifyPool } from './verify-pool.ts'
import type { VerifyOutcome, VerifyTask } from './verify-pool.ts'

/**
 * Reads every byte of the zip once, on all cores. Local headers must agree with the directory, nothing may lie between
 * entries, and each entry must unpack to exactly the length and checksum it states. Fills in the plan's data offsets.
 */
export async function verifyEntries(
  handle: OpenFile,
  { plan, ranges }: Pick<PlannedArchive, 'plan' | 'ranges'>,
  signal?: AbortSignal,
  run: RunTask<VerifyTask, VerifyOutcome> = verifyPool.run,
): Promise<void> {
  signal?.throwIfAborted()
  const work = ranges.values()
  const stop = () => Atomics.store(plan.stop, 0, 1)
  const lane = async () => {
    for (const range of work) {
      if (Atomics.load(plan.stop, 0) !== 0) return
      const outcome = await run({ fd: handle.fd, plan, range })
      if (outcome.kind === 'done') continue
      stop()
      if (outcome.kind === 'refused') throw new ArchiveRefusal(outcome.code, outcome.detail)
      throw new Error(outcome.message)
    }
  }
  signal?.addEventListener('abort', stop, { once: true })
  try {
    // All lanes are awaited even after a failure: a thread may still be reading from the file, which the caller closes.
    const lanes = await Promise.allSettled(Array.from({ length: poolSize }, lane))
    signal?.throwIfAborted()
    const failed = lanes.find((outcome) => outcome.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
