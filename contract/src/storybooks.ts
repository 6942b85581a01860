import { z } from 'zod'

import { AccountParams } from './accounts.ts'
import { endpoint } from './endpoint.ts'

export const Storybook = z.object({
  publicId: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  lastUpdated: z.iso.datetime().nullable(),
  versionCount: z.int(),
})
export type Storybook = z.infer<typeof Storybook>

export const listStorybooks = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/Storybooks',
  summary: 'The storybooks of an account, ordered by title',
  access: 'member',
  params: AccountParams,
  reply: z.array(Storybook),
})
