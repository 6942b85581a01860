import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Lets pages of any origin call a route, for MCP clients that run in a browser. Nothing is lost by that: these routes
 * know no cookies, only what the caller sends along.
 */
export async function allowAnyOrigin(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-expose-headers', 'www-authenticate, retry-after')
}

/** Answers what browsers ask before they send such a call. */
export function answerPreflight(app: FastifyInstance, path: string, methods: string) {
  app.options(path, { config: { access: 'public' }, onRequest: allowAnyOrigin }, (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', methods)
      // A star alone would leave out `Authorization`.
      .header('access-control-allow-headers', 'authorization, *')
      .header('access-control-max-age', '3600')
      .send(),
  )
}
