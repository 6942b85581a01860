import { sql } from 'kysely'
import { errors } from 'oidc-provider'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

import type { Database } from '../database/connect.ts'
import { isRejectedValue } from '../database/rejected-value.ts'
import { hashOfSecret } from '../shared/secret-codes.ts'

/**
 * Stores sessions, grants, codes and tokens of a provider in the database, so that a restart does not sign people out.
 * Their ids are credentials, so only hashes of them are stored. Each provider has a prefix of its own: what one has
 * issued does not exist for the other.
 */
export function databaseRecords(db: Database, prefix = ''): AdapterFactory {
  return (model) => recordsOf(db, `${prefix}${model}`)
}

/** A value that the database rejects is an invalid parameter, not a failure. */
function refuseRejected(error: unknown): never {
  if (isRejectedValue(error))
    throw new errors.InvalidRequest('a parameter contains characters that are not allowed')
  throw error
}

export async function deleteExpiredRecords(db: Database): Promise<void> {
  await db
    .deleteFrom('identity_records')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
}

const hashOf = (id: string) => hashOfSecret(id).toString('hex')

/** Replaces the id in an interaction's URL. */
const idPlaceholder = '{id}'

/** The payload without the ids that identify browsers; the session is found by its `uid` instead. */
function withoutIds(payload: AdapterPayload, id: string): AdapterPayload {
  const { session, returnTo } = payload
  return {
    ...payload,
    jti: undefined,
    ...(session && { session: { ...session, cookie: undefined } }),
    ...(returnTo && { returnTo: returnTo.replace(id, idPlaceholder) }),
  }
}

function withId(payload: AdapterPayload, id: string): AdapterPayload {
  const { returnTo } = payload
  return { ...payload, jti: id, ...(returnTo && { returnTo: returnTo.replace(idPlaceholder, id) }) }
}

function recordsOf(db: Database, model: string): Adapter {
  const find = async (column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> => {
    const row = await db
      .selectFrom('identity_records')
      .select(['payload', 'consumed_at'])
      .where('model', '=', model)
      .where(column, '=', value)
      .where((where) =>
        where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]),
      )
      .executeTakeFirst()
      .catch(refuseRejected)
    if (!row) return undefined
    const payload = row.payload as AdapterPayload
    return row.consumed_at ? { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) } : payload
  }

  return {
    find: async (id) => {
      const payload = await find('id', hashOf(id))
      return payload && withId(payload, id)
    },
    findByUid: (uid) => find('uid', uid),
    // Only the device flow needs these, and it is off.
    findByUserCode: async () => undefined,

    async upsert(id, payload, expiresIn) {
      const values = {
        payload: JSON.stringify(withoutIds(payload, id)),
        grant_id: payload.grantId ?? null,
        uid: payload.uid ?? null,
        expires_at: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
      }
      await db
        .insertInto('identity_records')
        .values({ model, id: hashOf(id), ...values })
        .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(values))
        .execute()
        .catch(refuseRejected)
    },

    // The provider checks first whether it was used; of two requests at the same time, only one may pass.
    async consume(id) {
      const { numUpdatedRows } = await db
        .updateTable('identity_records')
        .set({ consumed_at: new Date() })
        .where('model', '=', model)
        .where('id', '=', hashOf(id))
        .where('consumed_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new errors.InvalidGrant('already used')
    },

    async destroy(id) {
      await db
        .deleteFrom('identity_records')
        .where('model', '=', model)
        .where('id', '=', hashOf(id))
        .execute()
    },

    async revokeByGrantId(grantId) {
      await db
        .deleteFrom('identity_records')
        .where('model', '=', model)
        .where('grant_id', '=', grantId)
        .execute()
    },
  }
}
