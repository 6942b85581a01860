import {
  createApiKey,
  deleteApiKey,
  deleteApiKeysOfCreator,
  listApiKeys,
  maxApiKeys,
  maxChosenByKeys,
} from '@plinth/contract/api-keys.ts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../../database/connect.ts'
import { fromNow } from '../../database/from-now.ts'
import { Problem } from '../../http/problems.ts'
import { route } from '../../http/route.ts'
import { newApiKey } from '../../identity/api-key-format.ts'
import type { Revocations } from '../../identity/revocations.ts'
import type { Config } from '../../settings/config.ts'
import { lockAccount } from '../accounts/store.ts'
import { record } from '../audit/store.ts'
import { presentApiKey } from './present.ts'
import {
  countApiKeys,
  deleteApiKeyOfAccount,
  deleteApiKeysMadeBy,
  insertApiKey,
  listApiKeysOfAccount,
  listCreatorsWithId,
} from './store.ts'

const unknownStorybook = { field: 'storybooks', message: 'One of these storybooks does not exist' }
const day = 24 * 60 * 60 * 1000

interface ApiKeyServices {
  db: Database
  config: Config
  revocations: Revocations
}

export function apiKeyRoutes(app: FastifyInstance, { db, config, revocations }: ApiKeyServices) {
  route(app, listApiKeys, async ({ account }) => {
    const rows = await listApiKeysOfAccount(db, account.id)
    return rows.map(presentApiKey)
  })

  route(app, createApiKey, async ({ account, user, body, actor }) => {
    const { name, scope = 'publishAll', storybooks = [] } = body
    const key = newApiKey()
    const expiresAt = fromNow(config.lifetimes.apiKeyDays * day)
    const row = await db.transaction().execute(async (trx) => {
      await lockAccount(trx, account.id)
      const { keys, chosen } = await countApiKeys(trx, account.id)
      if (keys >= maxApiKeys || chosen + storybooks.length > maxChosenByKeys)
        throw new Problem('too_many_api_keys')
      await record(trx, actor, { action: 'apiKey.created', subject: name, accountId: account.id })
      const values = { name, key, expiresAt, createdBy: user.id, scope, storybooks }
      const inserted = await insertApiKey(trx, account.id, values)
      if (!inserted) throw new Problem('invalid_input', { errors: [unknownStorybook] })
      return inserted
    })
    return { ...presentApiKey(row), key }
  })

  route(app, deleteApiKey, async ({ account, params, actor }) => {
    await db.transaction().execute(async (trx) => {
      const name = await deleteApiKeyOfAccount(trx, account.id, params.id)
      if (name === undefined) throw new Problem('not_found')
      await record(trx, actor, { action: 'apiKey.deleted', subject: name, accountId: account.id })
    })
    await revocations.announce({ apiKey: params.id })
  })

  route(app, deleteApiKeysOfCreator, async ({ account, params, query, actor }) => {
    const keys = await db.transaction().execute(async (trx) => {
      const named = { objectId: params.oid.toLowerCase(), tenantId: query.tenant?.toLowerCase() }
      const [creator, ...others] = await listCreatorsWithId(trx, account.id, named)
      if (creator === undefined) throw new Problem('not_found')
      if (others.length > 0) throw new Problem('member_ambiguous')
      const deleted = await deleteApiKeysMadeBy(trx, account.id, creator)
      for (const { name } of deleted) {
        await record(trx, actor, { action: 'apiKey.deleted', subject: name, accountId: account.id })
      }
      return deleted
    })
    for (const { id } of keys) await revocations.announce({ apiKey: id })
  })
}
