import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'

import type { Logger } from 'pino'

import { logServerErrors, requestBoundary } from '../http/request-boundary.ts'
import { observeProcess } from '../operations/metrics/observe-process.ts'
import type { Registry } from '../operations/metrics/registry.ts'
import type { Config } from '../settings/config.ts'
import { StartupError } from '../shared/startup-error.ts'

/** Serves the metrics on a port of their own, never on the public one. */
export async function startMetricsServer(
  { port, host }: NonNullable<Config['metrics']>,
  registry: Registry,
  log: Logger,
): Promise<() => Promise<void>> {
  const stopObserving = observeProcess(registry)
  const answer: RequestListener = (request, response) => {
    const isMetrics = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
    if (!isMetrics) {
      response.writeHead(404).end()
      return
    }
    const headers = {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    }
    response.writeHead(200, headers).end(registry.render())
  }
  const server = createServer(requestBoundary(log, answer))
  logServerErrors(log, server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new StartupError(`Metrics cannot be served on ${host}:${port}. Check PLINTH_METRICS_PORT.`, {
          cause,
        }),
      ),
    )
    server.listen(port, host, resolve)
  })
  return async () => {
    stopObserving()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
