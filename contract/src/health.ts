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

/** For load balancers. A shared database or store that is down is no reason to take every instance out of rotation. */
export const getServing = endpoint({
  method: 'GET',
  path: '/serving',
  summary: 'This instance accepts requests and is not about to stop',
  access: 'public',
  reply: z.object({ status: z.literal('serving') }),
})

/** Probed by load balancers and orchestrators, under any host name. */
export const probePaths = new Set<string | undefined>([getHealth.path, getReadiness.path, getServing.path])

/** Not rate limited: they are answered from memory, and a refusal would take the instance out of rotation. */
export const unlimitedPaths = new Set<string | undefined>([getHealth.path, getServing.path])
