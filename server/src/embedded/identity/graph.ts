import type { FastifyInstance } from 'fastify'

import { Problem } from '../../http/problems.ts'
import type { EmbeddedIdentity } from './embedded-identity.ts'
import { findPerson } from './people.ts'

/** The only call of the directory service that setup makes: the organisation of the signed-in person. */
export function embeddedGraphRoutes(app: FastifyInstance, identity: EmbeddedIdentity) {
  app.get('/graph/v1.0/organization', { config: { access: 'public' } }, async ({ headers }, reply) => {
    const [scheme, token] = headers.authorization?.split(' ') ?? []
    if (scheme !== 'Bearer' || !token) throw new Problem('unauthenticated')
    const { tenantId, objectId } = await identity.verifyGraphToken(token)
    const person = await findPerson(identity.db, objectId)
    reply.header('cache-control', 'no-store')
    return { value: person ? [{ id: tenantId, displayName: person.organisation }] : [] }
  })
}
