import { parentPort } from 'node:worker_threads'

import { priorities, setThreadPriority } from '../shared/thread-priority.ts'
import { describeBuild } from './describe-build.ts'
import { planArchive } from './plan-archive.ts'
import type { ReadOutcome, ReadTask } from './read-pool.ts'
import { ArchiveRefusal } from './refusal.ts'

async function perform(task: ReadTask): Promise<ReadOutcome> {
  try {
    if (task.kind === 'describe') return { kind: 'described', build: await describeBuild(task, task.index) }
    return { kind: 'planned', planned: await planArchive(task, task.limits, task.needsIndexHtml) }
  } catch (error) {
    if (error instanceof ArchiveRefusal) return { kind: 'refused', code: error.code, detail: error.detail }
    return {
      kind: 'failed',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  }
}

setThreadPriority(priorities.publishing)

parentPort?.on('message', (task: ReadTask) => {
  void perform(task).then((outcome) => parentPort?.postMessage(outcome, []))
})
