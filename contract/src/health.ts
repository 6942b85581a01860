import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  summary: 'The process is up',
  access: 'public',
  reply: z.object({ status: z.literal('ok') }),
})

export const getReadiness = endpoint({
  method: 'GET',
  path: '/ready',
  summary: 'The database and the blob store answer, and there is room for uploads',
  access: 'public',
  reply: z.object({ status: z.literal('ready') }),
})

/** For what sends requests to instances: a database or store that all of them share is no reason to take all away. */
export const getServing = endpoint({
  method: 'GET',
  path: '/serving',
  summary: 'This instance takes requests, and is not about to stop',
  access: 'public',
  reply: z.object({ status: z.literal('serving') }),
})

/** What load balancers and orchestrators ask: under any host name, and as often as they like. */
export const probePaths = new Set<string | undefined>([getHealth.path, getReadiness.path, getServing.path])

/** Asked by load balancers, for everybody, and answered from memory: a refusal would take the instance away. */
export const unlimitedPaths = new Set<string | undefined>([getHealth.path, getServing.path])
