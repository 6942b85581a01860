import * as z from 'zod/mini'

import { AccountParams } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/** How much the versions of an account use, deleted ones included until they leave the trash, and how much they may. */
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
  action: 'view',
  params: AccountParams,
  reply: Storage,
})

export const StorageByStorybook = z.object({
  storybooks: z.array(
    z.object({
      publicId: z.string(),
      title: z.string(),
      versionCount: z.int(),
      /** With those of its versions in the trash. */
      usedBytes: z.int(),
      trashBytes: z.int(),
    }),
  ),
  /** Of storybooks in the trash. */
  deletedStorybooksBytes: z.int(),
})
export type StorageByStorybook = z.infer<typeof StorageByStorybook>

export const getStorageByStorybook = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/storage/storybooks',
  summary: 'How much each storybook stores, the largest first',
  access: 'member',
  action: 'view',
  params: AccountParams,
  reply: StorageByStorybook,
})

/** A petabyte: more than any disk holds. */
export const maxStorageLimit = 1e15

export const setStorageLimit = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/accounts/:account/storageLimit',
  summary: 'Set the storage limit of an account; null restores the default',
  access: 'admin',
  params: AccountParams,
  body: z.object({
    limitBytes: z.nullable(
      z
        .int('The limit must be a whole number of bytes')
        .check(
          z.minimum(0, 'The limit must not be negative'),
          z.maximum(maxStorageLimit, 'The limit is at most a petabyte'),
        ),
    ),
  }),
  reply: Storage,
})
