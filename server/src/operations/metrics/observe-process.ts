import { monitorEventLoopDelay } from 'node:perf_hooks'

import { portalVersion } from '../../shared/version.ts'
import type { Registry } from './registry.ts'

const nanoseconds = 1e9

/** Metrics of Node and the process, under the names that common dashboards expect. */
export function observeProcess({ observe }: Registry): () => void {
  const lag = monitorEventLoopDelay({ resolution: 20 })
  lag.enable()
  observe(
    'gauge',
    'nodejs_eventloop_lag_seconds',
    'Event loop lag since the last scrape, by quantile.',
    () => {
      const reading = [
        [{ quantile: '0.5' }, lag.percentile(50) / nanoseconds],
        [{ quantile: '0.99' }, lag.percentile(99) / nanoseconds],
        [{ quantile: '1' }, lag.max / nanoseconds],
      ] as const
      lag.reset()
      return reading
    },
  )
  observe('counter', 'process_cpu_seconds_total', 'CPU time of all threads.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  observe('gauge', 'process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  observe('gauge', 'nodejs_memory_bytes', 'Memory of Node, by use.', () => {
    const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
    return [
      [{ of: 'heap_used' }, heapUsed],
      [{ of: 'heap_total' }, heapTotal],
      [{ of: 'external' }, external],
      [{ of: 'array_buffers' }, arrayBuffers],
    ]
  })
  const build = [[{ version: portalVersion, node: process.version }, 1]] as const
  observe(
    'gauge',
    'plinth_build_info',
    'Always 1; the labels name the versions of the portal and of Node.',
    () => build,
  )
  const startedAt = Date.now() / 1000 - process.uptime()
  observe('gauge', 'process_start_time_seconds', 'Start time, in seconds since 1970.', () => startedAt)
  return () => void lag.disable()
}
