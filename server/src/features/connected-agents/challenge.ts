import { callMcp } from '@plinth/contract/mcp.ts'
import type { FastifyInstance } from 'fastify'

import type { Config } from '../../settings/config.ts'
import { allowAnyOrigin, answerPreflight } from './any-origin.ts'
import { accountOfResource, readScope, resourceMetadataPath, resourceOf } from './resources.ts'

/**
 * Tells clients that an endpoint for agents has refused where they can get a token (RFC 9728). Call it before these
 * endpoints are registered.
 */
export function challengeAgents(app: FastifyInstance, { publicUrl: { origin } }: Pick<Config, 'publicUrl'>) {
  app.addHook('onRoute', (route) => {
    if (route.config?.access !== 'agent') return
    // Before it is known who calls: pages of any origin may read the refusal too.
    route.onRequest = [allowAnyOrigin, route.onRequest ?? []].flat()
    route.onSend = async ({ headers, params }, reply) => {
      if (reply.statusCode !== 401) return
      const { account } = params as { account: string }
      if (accountOfResource(origin, resourceOf(origin, account)) === undefined) return
      const metadata = origin + resourceMetadataPath.replace(':account', account)
      const error = headers.authorization === undefined ? '' : 'error="invalid_token", '
      const challenge = `Bearer ${error}resource_metadata="${metadata}", scope="${readScope}"`
      reply.header('www-authenticate', challenge)
    }
  })
  answerPreflight(app, callMcp.path, 'GET, POST, DELETE')
}
