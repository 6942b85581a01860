import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'

import { buildApp } from '../../server/src/app/app.ts'
import type { Database } from '../../server/src/database/connect.ts'
import { startEmbeddedPostgres } from '../../server/src/embedded/postgres/embedded-postgres.ts'
import { freePort } from '../../server/src/embedded/postgres/free-port.ts'
import { drain } from '../../server/src/operations/drain.ts'
import { openServices } from '../../server/src/services.ts'
import { readConfig } from '../../server/src/settings/config.ts'
import { openInside } from '../portal.ts'
import type { Inside } from '../portal.ts'

/** A route as Fastify knows it. */
export interface Route {
  method: string
  path: string
}

/** A portal in this process, so that its table of routes can be read. */
export interface TenantsPortal {
  app: FastifyInstance
  routes: Route[]
  inside: Inside
  port: number
  viewerHostOf(version: string): string
  composeHost: string
  publicOrigin: string
  /** Where webhooks are received. */
  receiver: string
  close(): Promise<void>
}

export type Plant = (app: FastifyInstance, db: Database) => void

export interface PortalOptions {
  /** An embedded one unless given. */
  databaseUrl?: string | undefined
  /** Adds routes of its own, to show that a leak is found. */
  plant?: Plant | undefined
}

export async function openTenantsPortal(
  folder: string,
  { databaseUrl, plant }: PortalOptions,
): Promise<TenantsPortal> {
  const postgres =
    databaseUrl === undefined
      ? await startEmbeddedPostgres(join(folder, 'postgres'), { durable: false })
      : { url: databaseUrl, stop: async () => {} }
  const port = await freePort()
  const env = {
    PORT: String(port),
    PLINTH_HOST: '127.0.0.1',
    PLINTH_DATA: join(folder, 'data'),
    PLINTH_DEMO: 'false',
    PLINTH_ADMINS: 'operator@plinth.example',
    PLINTH_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
    PLINTH_RATE_PER_CALLER: '10000000',
    PLINTH_RATE_PER_ADDRESS: '10000000',
    PLINTH_RATE_PER_ADDRESS_FILES: '10000000',
    DATABASE_URL: postgres.url,
  }
  const config = readConfig(env)
  const services = await openServices(config, pino({ level: 'silent' }))
  const routes: Route[] = []
  const app = await buildApp(services, ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, path: url })
  })
  plant?.(app, services.db)
  await app.listen({ port, host: config.host })
  const receiver = createServer((_, response) => response.writeHead(204).end())
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const inside = openInside({ databaseUrl: postgres.url, env, origin: `http://127.0.0.1:${port}` })
  return {
    app,
    routes,
    inside,
    port,
    viewerHostOf: (version) => new URL(config.viewerUrl.replace('{version}', version)).host,
    composeHost: new URL(services.viewer.addresses.composeUrl ?? '').host,
    publicOrigin: config.publicUrl.origin,
    receiver: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    async close() {
      await inside.close()
      receiver.close()
      await drain(app, services.lifecycle, 0)
      await services.close()
      await postgres.stop()
    },
  }
}
