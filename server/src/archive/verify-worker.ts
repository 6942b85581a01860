import { parentPort } from 'node:worker_threads'

import { priorities, setThreadPriority } from '../shared/thread-priority.ts'
import { ArchiveRefusal } from './refusal.ts'
import type { VerifyOutcome, VerifyTask } from './verify-pool.ts'
import { verifyRange } from './verify-range.ts'

/** One buffer for the lifetime of the thread, so that its memory does not depend on what it verifies. */
const buffer = Buffer.allocUnsafeSlow(1024 * 1024)

async function perform({ fd, plan, range }: VerifyTask): Promise<VerifyOutcome> {
  try {
    await verifyRange(fd, plan, range, buffer)
    return { kind: 'done' }
  } catch (error) {
    if (error instanceof ArchiveRefusal) return { kind: 'refused', code: error.code, detail: error.detail }
    return {
      kind: 'failed',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  }
}

setThreadPriority(priorities.publishing)

parentPort?.on('message', (task: VerifyTask) => {
  void perform(task).then((outcome) => parentPort?.postMessage(outcome, []))
})
