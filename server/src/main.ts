import { createServer } from 'node:net'

import type { FastifyInstance } from 'fastify'

import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import type { Config } from './config.ts'
import { startDuties } from './duties/start-duties.ts'
import { publishDemoStorybook } from './embedded/demo/publish-storybook.ts'
import { demoCast, seedDemo } from './embedded/demo/seed.ts'
import { createLog } from './log.ts'
import { startMetricsServer } from './metrics/metrics-server.ts'
import { assertPublicOnPurpose } from './public-demo.ts'
import { openServices } from './services.ts'
import type { OpenServices } from './services.ts'
import { unknownSettings } from './settings.ts'
import { StartupError } from './startup-error.ts'
import { terminal } from './terminal.ts'

try {
  await main()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  terminal.fail(error.message)
  process.exit(1)
}

async function main() {
  const config = readConfig(process.env)
  assertPublicOnPurpose(config)
  const log = createLog(config.log)
  for (const name of unknownSettings(process.env)) log.warn({ setting: name }, 'there is no such setting')
  await assertPortIsFree(config)
  const services = await openServices(config, log, terminal.step)
  if (config.demo) await fillDemo(services)
  const app = await buildApp(services).catch(async (error: unknown) => {
    await services.close()
    throw error
  })
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await services.close()
    throw asStartupError(error, config)
  }
  const stopMetrics = await offerMetrics(services).catch(async (error: unknown) => {
    await drain(app)
    await services.close()
    throw error
  })
  const stopDuties = startDuties(services)
  services.embeddedMarketplace?.courier.wake()
  welcome(config)

  let isClosing = false
  const close = async (reason: string, exitCode: number) => {
    if (isClosing) return
    isClosing = true
    log.info({ reason }, 'draining')
    await Promise.all([stopDuties(), drain(app)])
    await stopMetrics()
    await services.close()
    log.info('stopped')
    process.exit(exitCode)
  }
  process.once('SIGTERM', () => void close('SIGTERM', 0))
  process.once('SIGINT', () => void close('SIGINT', 0))
  process.once('disconnect', () => void close('the launcher ended', 0))
  await services.lost
  terminal.fail('The embedded PostgreSQL has ended: see its log in the data folder, and start again.')
  await close('PostgreSQL ended', 1)
}

async function offerMetrics({ config, metrics, log }: OpenServices): Promise<() => Promise<void>> {
  return config.metrics ? startMetricsServer(config.metrics, metrics.registry, log) : async () => {}
}

/** Something to look at from the start. Without its Storybook the demo is poorer, but no reason not to begin. */
async function fillDemo(services: OpenServices) {
  const { config, db, log } = services
  await seedDemo(db, demoCast(config))
  try {
    const isPublished = await publishDemoStorybook(services)
    if (isPublished) log.info('the demo Storybook was published')
  } catch (error) {
    log.error({ err: error }, 'the demo Storybook could not be published')
    terminal.step('The demo Storybook could not be published: the log says why')
  }
}

/** Takes nothing new, lets what is under way finish, and does not wait for idle or endless connections. */
async function drain(app: FastifyInstance) {
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const patience = setTimeout(() => app.server.closeAllConnections(), 30_000)
  await app.close()
  clearInterval(idle)
  clearTimeout(patience)
}

/** Asked first, so that a port in use is said before anything is set up. */
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
    return new StartupError(`Port ${port} is in use: stop what listens there, or set PORT to another one.`)
  }
  if (code === 'EACCES')
    return new StartupError(`This user may not listen on port ${port}: set PORT to another one.`)
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return new StartupError(`PLINTH_HOST is no address of this machine: ${host}.`)
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
