import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Logger } from 'pino'

import { buildApp } from './app/app.ts'
import { startMetricsServer } from './app/metrics-server.ts'
import { publishDemoStorybook } from './embedded/demo/publish-storybook.ts'
import { demoCast, seedDemo } from './embedded/demo/seed.ts'
import { drain } from './operations/drain.ts'
import { startDuties } from './operations/duties/start-duties.ts'
import { openLog } from './operations/log.ts'
import { createPrivateFiles } from './operations/private-files.ts'
import { crashed, listenForStop, refused } from './operations/stop-requests.ts'
import type { StopRequest, StopRequests } from './operations/stop-requests.ts'
import { terminal } from './operations/terminal.ts'
import { openServices } from './services.ts'
import type { OpenServices } from './services.ts'
import { readConfig } from './settings/config.ts'
import type { Config } from './settings/config.ts'
import { assertExposureIntended } from './settings/public-demo.ts'
import { unknownSettings } from './settings/settings.ts'
import { assertSafeSettings } from './settings/unsafe-settings.ts'
import { reasonOf, StartupError } from './shared/startup-error.ts'

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
    await portal.stop()
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

interface RunningPortal {
  /** Settles when something the portal cannot run without has ended. */
  lost: Promise<StopRequest>
  stop(): Promise<void>
  abandon(): void
}

/** Undefined if the portal was asked to stop while it started; everything is closed then. */
async function start(
  config: Config,
  log: Logger,
  stopRequests: StopRequests,
): Promise<RunningPortal | undefined> {
  await assertPortIsFree(config)
  const services = await openServices(config, log, terminal.step)
  try {
    if (config.demo && !stopRequests.first()) await fillDemo(services)
    if (stopRequests.first()) {
      await services.close()
      return undefined
    }
    const app = await buildApp(services)
    await app.listen({ port: config.port, host: config.host })
    const stopMetrics = await serveMetrics(services).catch(async (error: unknown) => {
      await app.close()
      throw error
    })
    const stopDuties = startDuties(services)
    services.embeddedMarketplace?.webhookSender.wake()
    welcome(config)
    // The launcher may have exited already; `listenForStop` notices that.
    process.send?.('ready', undefined, undefined, () => {})
    return {
      lost: services.lost.then(() => {
        terminal.fail('The embedded PostgreSQL has stopped. Its log in the data folder says why.')
        return { reason: 'PostgreSQL stopped', exitCode: crashed }
      }),
      async stop() {
        try {
          await Promise.all([stopDuties(), drain(app, services.lifecycle, config.drainMs)])
          await stopMetrics()
        } finally {
          await services.close()
        }
      },
      abandon: () => services.abandon(),
    }
  } catch (error) {
    await services.close()
    throw asStartupError(error, config)
  }
}

async function serveMetrics({ config, metrics, log }: OpenServices): Promise<() => Promise<void>> {
  return config.metrics ? startMetricsServer(config.metrics, metrics.registry, log) : async () => {}
}

/** The portal starts even if the demo Storybook cannot be published. */
async function fillDemo(services: OpenServices) {
  const { config, db, log } = services
  await seedDemo(db, demoCast(config))
  try {
    const isPublished = await publishDemoStorybook(services)
    if (isPublished) log.info('the demo Storybook was published')
  } catch (error) {
    log.error({ err: error }, 'the demo Storybook could not be published')
    terminal.step('The demo Storybook could not be published. The log says why.')
  }
}

/** Checked first, so that a port in use is reported before anything is set up. */
function assertPortIsFree(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(asStartupError(error, config)))
    probe.listen(config.port, config.host, () => probe.close(() => resolve()))
  })
}

function asStartupError(error: unknown, { port, host }: Config): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} is in use. Stop the program that listens there, or set PORT to another one.`,
    )
  }
  if (code === 'EACCES')
    return new StartupError(`This user may not listen on port ${port}. Set PORT to another one.`)
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return new StartupError(`PLINTH_HOST is not an address of this machine: ${host}.`)
  }
  return error
}

function welcome(config: Config) {
  const { productName, publicUrl, demo, marketplace, metrics, dataFolder, log } = config
  const people = demo
    ? demoCast(config).map(({ email, belongsTo }, i) => [
        i === 0 ? 'Sign in as' : '',
        `${email.padEnd(30)} ${
          Object.entries(belongsTo)
            .map(([account, role]) => `${role} in ${account}`)
            .join(', ') || 'Platform administrator'
        }`,
      ])
    : []
  terminal.ready(`${productName} is ready: ${publicUrl.origin}`, [
    ...people,
    ...(marketplace?.isEmbedded ? [['Marketplace', `${publicUrl.origin}/marketplace`]] : []),
    ...(metrics ? [['Metrics', `http://${metrics.host}:${metrics.port}/metrics`]] : []),
    ['Data', dataFolder],
    ...(log.file ? [['Log', log.file]] : []),
    ['Stop', 'Ctrl+C'],
  ])
}
