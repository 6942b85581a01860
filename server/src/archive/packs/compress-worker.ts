import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

import { compressEntry } from './compress-entry.ts'
import type { CompressTask } from './compress-entry.ts'
import type { CompressOutcome } from './compress-pool.ts'

// On Linux this applies to the calling thread only; elsewhere it would slow down the whole portal.
if (process.platform === 'linux') {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // Not allowed here: then it competes with requests.
  }
}

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
