import type { FileHandle } from 'node:fs/promises'

import type { Directory, DirectoryEntry } from './central-directory.ts'
import { ArchiveRefusal } from './refusal.ts'
import { planVerification } from './verify-plan.ts'
import type { VerifyPlan } from './verify-plan.ts'
import { poolSize, runInPool } from './verify-pool.ts'
import type { RunTask } from './verify-pool.ts'
import type { EntryRange } from './verify-range.ts'

/** About how many bytes, read and inflated, one piece of work is: small enough to spread evenly over the threads. */
const RANGE_COST = 2 * 1024 * 1024

/**
 * Reads every byte of the zip once, on all cores: local headers agree with the directory, nothing stands between
 * entries, and each entry unpacks to exactly the length and checksum it states. The plan then knows where data begins.
 */
export async function verifyEntries(
  handle: FileHandle,
  directory: Directory,
  signal?: AbortSignal,
  run: RunTask = runInPool,
): Promise<VerifyPlan> {
  signal?.throwIfAborted()
  const plan = planVerification(directory)
  const ranges = cutRanges(directory.entries).values()
  const stop = () => Atomics.store(plan.stop, 0, 1)
  const lane = async () => {
    for (const range of ranges) {
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
    return plan
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** Starts the threads ahead of need: called when an upload begins, they are ready when it has arrived. */
export async function warmUpVerification(): Promise<void> {
  const plan = planVerification({ entries: [], bytes: new SharedArrayBuffer(0) })
  const nothing = { fd: -1, plan, range: { first: 0, last: 0 } }
  await Promise.all(Array.from({ length: poolSize }, () => runInPool(nothing)))
}

interface CostedRange extends EntryRange {
  cost: number
}

const isLarge = ({ cost }: CostedRange): boolean => cost > 2 * RANGE_COST

/** Neighbouring entries go together; what is much larger than the rest goes first, so that no thread ends alone with it. */
function cutRanges(entries: readonly DirectoryEntry[]): EntryRange[] {
  const ranges: CostedRange[] = []
  let open: CostedRange | undefined
  for (const [position, { start, end, size, method }] of entries.entries()) {
    const cost = end - start + (method === 0 ? 0 : size)
    if (open === undefined || open.cost + cost > RANGE_COST) {
      open = { first: position, last: position, cost: 0 }
      ranges.push(open)
    }
    open.last = position + 1
    open.cost += cost
  }
  const large = ranges.filter(isLarge).toSorted((a, b) => b.cost - a.cost)
  return [...large, ...ranges.filter((range) => !isLarge(range))]
}
