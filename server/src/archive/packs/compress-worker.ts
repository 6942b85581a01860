import { parentPort } from 'node:worker_threads'

import { priorities, setThreadPriority } from '../../shared/thread-priority.ts'
import { compressEntry } from './compress-entry.ts'
import type { CompressTask } from './compress-entry.ts'
import type { CompressOutcome } from './compress-pool.ts'

setThreadPriority(priorities.background)

function perform(task: CompressTask): CompressOutcome {
  const before = process.threadCpuUsage()
  try {
    const compressed = compressEntry(task)
    const { user, system } = process.threadCpuUsage(before)
    return { kind: 'compressed', ...compressed, cpuSeconds: (user + system) / 1e6 }
  } catch (error) {
    return {
      kind: 'failed',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  }
}

parentPort?.on('message', (task: CompressTask) => parentPort?.postMessage(perform(task), []))
