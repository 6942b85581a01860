import type { FastifyRequest } from 'fastify'

/**
 * The pattern of the route that answers, for logs, metrics and traces. Addresses themselves can hold codes that let
 * whoever reads them in, such as `/acceptInvite/{code}`; all pages of the web app are one route.
 */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'page'
