import { monitorEventLoopDelay } from 'node:perf_hooks'

import { portalVersion } from '../../shared/version.ts'
import type { Registry } from './registry.ts'

const nanoseconds = 1e9

/** What Node and the operating system know about this process; under the names everybody's dashboards use. */
export function observeProcess({ observe }: Registry): () => void {
  const lag = monitorEventLoopDelay({ resolution: 20 })
  lag.enable()
  observe(
    'gauge',
    'nodejs_eventloop_lag_seconds',
    'How late the event loop was since the last scrape, by quantile.',
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
  observe('counter', 'process_cpu_seconds_total', 'Processor time spent, all threads together.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  observe('gauge', 'process_resident_memory_bytes', 'Memory in use.', () => process.memoryUsage.rss())
  observe('gauge', 'nodejs_memory_bytes', 'Memory by what Node uses it for.', () => {
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
    'Always 1; its labels say which version runs, on which Node.',
    () => build,
  )
  const startedAt = Date.now() / 1000 - process.uptime()
  observe('gauge', 'process_start_time_seconds', 'When it started, in seconds since 1970.', () => startedAt)
  return () => void lag.disable()
}
