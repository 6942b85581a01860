import * as z from 'zod/mini'

import { AccountParams } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/** What the versions of an account take up, deleted ones too until their bytes are removed, and how much they may. */
export const Storage = z.object({
  usedBytes: z.int(),
  limitBytes: z.int(),
})
export type Storage = z.infer<typeof Storage>

export const getStorage = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/storage',
  summary: 'How much the account stores, and how much it may',
  access: 'member',
  params: AccountParams,
  reply: Storage,
})

/** More than any disk: a petabyte. */
export const largestStorageLimit = 1e15

export const setStorageLimit = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/accounts/:account/storageLimit',
  summary: 'Give an account a storage limit of its own, or with null the default again',
  access: 'admin',
  params: AccountParams,
  body: z.object({
    limitBytes: z.nullable(
      z
        .int('A limit is a whole number of bytes')
        .check(z.minimum(0, 'A limit is not negative'), z.maximum(largestStorageLimit, 'At most a petabyte')),
    ),
  }),
  reply: Storage,
})
