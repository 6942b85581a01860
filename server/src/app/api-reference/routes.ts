import type { FastifyInstance } from 'fastify'

import { prepareReply } from '../../http/prepared-reply.ts'
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
  const json = once(() => prepareReply('application/json; charset=utf-8', JSON.stringify(document())))
  const page = once(async () => {
    const { html, contentSecurityPolicy } = referencePage(document(), config.isPublicDemo)
    return { prepared: await prepareReply('text/html; charset=utf-8', html), contentSecurityPolicy }
  })

  app.get('/api/v1/openapi.json', { config: { access: 'public' } }, async (request, reply) =>
    (await json()).send(request, reply),
  )

  app.get('/api/docs', { config: { access: 'public' } }, async (request, reply) => {
    const { prepared, contentSecurityPolicy } = await page()
    return prepared.send(request, reply.header('content-security-policy', contentSecurityPolicy))
  })
}
