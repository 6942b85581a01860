import type { FastifyInstance } from 'fastify'

import type { Config } from '../../settings/config.ts'
import { openApiDocument } from './openapi.ts'
import { referencePage } from './page.ts'

function once<T>(create: () => T): () => T {
  let created: T | undefined
  return () => (created ??= create())
}

/** Generated on the first request, when all features have registered their endpoints. */
export function apiReferenceRoutes(app: FastifyInstance, { config }: { config: Config }) {
  const document = once(() => openApiDocument(app.endpoints, config))
  const page = once(() => referencePage(document(), config.isPublicDemo))

  app.get('/api/v1/openapi.json', { config: { access: 'public' } }, () => document())

  app.get('/api/docs', { config: { access: 'public' } }, (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', page().contentSecurityPolicy)
      .send(page().html),
  )
}
