import { setTimeout as sleep } from 'node:timers/promises'

import type { Logger } from 'pino'

import { openLog } from './operations/log.ts'
import { assertPortIsFree } from './operations/port.ts'
import { createPrivateFiles } from './operations/private-files.ts'
import { crashed, listenForStop, refused } from './operations/stop-requests.ts'
import type { StopRequests } from './operations/stop-requests.ts'
import { terminal } from './operations/terminal.ts'
import { readConfig } from './settings/config.ts'
import type { Config } from './settings/config.ts'
import { assertExposureIntended } from './settings/public-demo.ts'
import { unknownSettings } from './settings/settings.ts'
import { assertSafeSettings } from './settings/unsafe-settings.ts'
import { reasonOf, StartupError } from './shared/startup-error.ts'
import type { RunningPortal } from './start-portal.ts'

// Writing to standard output or error can fail, for example on a full disk. That must not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/** If closing takes longer than this after draining, something hangs and the process exits. */
const closeTimeoutMs = 60_000

const exitCode = await main().catch((error: unknown) => {
  terminal.fail(error instanceof StartupError ? error.message : `Plinth could not start: ${reasonOf(error)}.`)
  return error instanceof StartupError ? refused : crashed
})
process.exit(exitCode)

async function main(): Promise<number> {
  const config = readConfig(process.env)
  assertExposureIntended(config)
  assertSafeSettings(config)
  createPrivateFiles()
  const openedLog = openLog(config.log)
  const { log } = openedLog
  const stopRequests = listenForStop(openedLog)
  let portal: RunningPortal | undefined
  void exitOnTimeout(stopRequests, config, log, () => portal?.abandon())
  for (const name of unknownSettings(process.env)) log.warn({ setting: name }, 'unknown setting')
  portal = await start(config, log, stopRequests).catch((error: unknown) => {
    if (!(error instanceof StartupError)) log.fatal({ err: error }, 'the portal could not start')
    // Interrupting a start often makes its steps fail too.
    if (stopRequests.first()) return undefined
    throw error
  })
  if (!portal) return stopRequests.first()?.exitCode ?? 0
  const { reason, exitCode: code } = await Promise.race([stopRequests.requested, portal.lost])
  log.info({ reason }, 'draining')
  terminal.step('Stopping: requests in progress finish first')
  try {
    await portal.stop(code === crashed)
  } catch (error) {
    log.error({ err: error }, 'the portal did not stop cleanly')
    return code || crashed
  }
  log.info('stopped')
  return code
}

async function exitOnTimeout(
  { requested }: StopRequests,
  { drainMs }: Config,
  log: Logger,
  abandon: () => void,
) {
  const { reason } = await requested
  await sleep(drainMs + closeTimeoutMs, undefined, { ref: false })
  log.fatal({ reason }, 'the portal did not stop in time; exiting')
  abandon()
  process.exit(crashed)
}

async function start(
  config: Config,
  log: Logger,
  stopRequests: StopRequests,
): Promise<RunningPortal | undefined> {
  // Checked first, so that a port in use is reported before anything is set up.
  await assertPortIsFree(config)
  // Loading the portal takes most of a second: wrong settings are reported before.
  const { startPortal } = await import('./start-portal.ts')
  if (stopRequests.first()) return undefined
  return startPortal(config, log, stopRequests)
}
