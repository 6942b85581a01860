import { setTimeout as sleep } from 'node:timers/promises'

import type { Logger } from 'pino'

import { buildApp } from './app/app.ts'
import { startMetricsServer } from './app/metrics-server.ts'
import { publishDemoStorybook } from './embedded/demo/publish-storybook.ts'
import { demoCast, seedDemo } from './embedded/demo/seed.ts'
import { startCamera } from './operations/camera-process.ts'
import type { CameraProcess } from './operations/camera-process.ts'
import { drain } from './operations/drain.ts'
import { startDuties } from './operations/duties/start-duties.ts'
import { explainListenError } from './operations/port.ts'
import { crashed } from './operations/stop-requests.ts'
import type { StopRequest, StopRequests } from './operations/stop-requests.ts'
import { terminal } from './operations/terminal.ts'
import { openServices } from './services.ts'
import type { OpenServices } from './services.ts'
import type { Config } from './settings/config.ts'

export interface RunningPortal {
  /** Settles when something the portal cannot run without has ended. */
  lost: Promise<StopRequest>
  stop(hasCrashed: boolean): Promise<void>
  abandon(): void
}

/** Undefined if the portal was asked to stop while it started; everything is closed then. */
export async function startPortal(
  config: Config,
  log: Logger,
  stopRequests: StopRequests,
): Promise<RunningPortal | undefined> {
  const services = await openServices(config, log, terminal.step)
  let camera: CameraProcess | undefined
  try {
    if (config.demo && !stopRequests.first()) await fillDemo(services)
    if (stopRequests.first()) {
      await services.close()
      return undefined
    }
    const app = await buildApp(services)
    await app.listen({ port: config.port, host: config.host })
    if (config.camera.isOwn) camera = startCamera(config, services.cameraTokens.own, log)
    const stopMetrics = await serveMetrics(services).catch(async (error: unknown) => {
      await app.close()
      throw error
    })
    const stopDuties = startDuties(services)
    services.embeddedMarketplace?.webhookSender.wake()
    welcome(config, await describeCamera(config, camera))
    // The launcher may have exited already; `listenForStop` notices that.
    process.send?.('ready', undefined, undefined, () => {})
    return {
      lost: services.lost.then(() => {
        terminal.fail('The embedded PostgreSQL has stopped. Its log in the data folder says why.')
        return { reason: 'PostgreSQL stopped', exitCode: crashed }
      }),
      async stop(hasCrashed) {
        try {
          await camera?.stop()
          await Promise.all([stopDuties(), drain(app, services.lifecycle, config.drainMs, { hasCrashed })])
          await stopMetrics()
        } finally {
          await services.close()
        }
      },
      abandon: () => services.abandon(),
    }
  } catch (error) {
    await camera?.stop()
    await services.close()
    throw explainListenError(error, config)
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

/** Nobody waits long for it: the portal works without pictures, too. */
const cameraStartMs = 4000

async function describeCamera({ camera }: Config, own: CameraProcess | undefined): Promise<string> {
  if (camera.picturesPerDay === 0) return 'off'
  if (!own) return camera.token === undefined ? 'off' : 'by cameras on other machines'
  const late = sleep(cameraStartMs, 'starting' as const)
  const outcome = await Promise.race([own.started, late])
  if (outcome === 'starting') return 'the camera is starting'
  return 'browser' in outcome ? `taken with ${outcome.browser}` : `none: ${outcome.reason}`
}

function welcome(config: Config, pictures: string) {
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
  // The browser's page there says what to do where the system does not resolve the other name.
  const other = publicUrl.hostname.endsWith('.localhost')
    ? [['Also at', `http://localhost:${config.port}`]]
    : []
  terminal.ready(`${productName} is ready: ${publicUrl.origin}`, [
    ...other,
    ...people,
    ...(marketplace?.isEmbedded ? [['Marketplace', `${publicUrl.origin}/marketplace`]] : []),
    ...(metrics ? [['Metrics', `http://${metrics.host}:${metrics.port}/metrics`]] : []),
    ['Pictures', pictures],
    ['Data', dataFolder],
    ...(log.file ? [['Log', log.file]] : []),
    ['Stop', 'Ctrl+C'],
  ])
}
