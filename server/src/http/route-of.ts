import type { FastifyRequest } from 'fastify'

/**
 * The route's pattern, for logs, metrics and traces. The URL itself can contain a secret, such as `/acceptInvite/{code}`.
 * All pages of the web app are one route.
 */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'page'
