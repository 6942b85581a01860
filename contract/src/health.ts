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
  summary: 'The database and the blob store answer',
  access: 'public',
  reply: z.object({ status: z.literal('ready') }),
})
