import { maxWebhooks, testEvent } from '@plinth/contract/webhooks.ts'
import type { Webhook, WebhookDraft } from '@plinth/contract/webhooks.ts'
import { sql } from 'kysely'
import type { UpdateObject } from 'kysely'

import type { Database } from '../../database/connect.ts'
import type { EventData, Tables } from '../../database/tables.ts'
import { inTitleOrder } from '../../database/title-order.ts'
import { currentSecrets } from './deliveries-store.ts'
import type { Outcome } from './post-webhook.ts'

/** Webhooks without their secrets, with the number of events that wait. */
function webhooksOf(db: Database, accountId: number) {
  return db
    .selectFrom('webhooks')
    .select((select) => [
      'id',
      'name',
      'url',
      'format',
      'events',
      'created_at',
      'failing_since',
      'paused_at',
      'pause_reason',
      'next_attempt_at',
      'dropped_count',
      'previous_secret_until',
      select
        .selectFrom('webhook_deliveries')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('webhook_id', '=', 'webhooks.id')
        .where('state', '=', 'pending')
        .$asScalar()
        .$notNull()
        .as('pending_count'),
    ])
    .where('account_id', '=', accountId)
}

export type WebhookRow = Awaited<ReturnType<typeof listWebhooksOfAccount>>[number]

export async function listWebhooksOfAccount(db: Database, accountId: number) {
  return webhooksOf(db, accountId).orderBy(inTitleOrder('name')).orderBy('id').execute()
}

export async function findWebhook(db: Database, accountId: number, id: number) {
  return webhooksOf(db, accountId).where('id', '=', id).executeTakeFirst()
}

/** Where a test goes, and what signs it. */
export async function findReceiver(db: Database, accountId: number, id: number) {
  return db
    .selectFrom('webhooks')
    .innerJoin('accounts', 'accounts.id', 'webhooks.account_id')
    .select([
      'webhooks.url',
      'webhooks.format',
      currentSecrets.as('secrets'),
      'accounts.public_id as accountPublicId',
      'accounts.name as accountName',
    ])
    .where('webhooks.account_id', '=', accountId)
    .where('webhooks.id', '=', id)
    .executeTakeFirst()
}

/** Undefined if the account has as many as it may. Locks the account, so that two calls cannot both add the last one. */
export async function insertWebhook(
  trx: Database,
  accountId: number,
  draft: WebhookDraft,
  secret: string,
): Promise<WebhookRow | undefined> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  const { count } = await trx
    .selectFrom('webhooks')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (count >= maxWebhooks) return undefined
  const { id } = await trx
    .insertInto('webhooks')
    .values({ account_id: accountId, ...draft, secret })
    .returning('id')
    .executeTakeFirstOrThrow()
  return webhooksOf(trx, accountId).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Undefined if there is no such webhook. */
async function updateWebhookRow(
  db: Database,
  accountId: number,
  id: number,
  changes: UpdateObject<Tables, 'webhooks'>,
): Promise<WebhookRow | undefined> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? undefined : findWebhook(db, accountId, id)
}

/** What waits is tried again at once, because the address may have been the reason. */
export const updateWebhook = (db: Database, accountId: number, id: number, draft: WebhookDraft) =>
  updateWebhookRow(db, accountId, id, { ...draft, next_attempt_at: sql`now()` })

export const pauseWebhook = (db: Database, accountId: number, id: number) =>
  updateWebhookRow(db, accountId, id, {
    paused_at: sql`coalesce(paused_at, now())`,
    pause_reason: sql<Webhook['pauseReason']>`coalesce(pause_reason, 'owner')`,
  })

/** A webhook that was paused may fail for another day; one that is failing is tried at once. */
export const resumeWebhook = (db: Database, accountId: number, id: number) =>
  updateWebhookRow(db, accountId, id, {
    failing_since: sql`CASE WHEN paused_at IS NULL THEN failing_since END`,
    dropped_count: 0,
    paused_at: null,
    pause_reason: null,
    next_attempt_at: sql`now()`,
  })

export const updateSecret = (db: Database, accountId: number, id: number, secret: string) =>
  updateWebhookRow(db, accountId, id, {
    secret,
    previous_secret: sql`secret`,
    previous_secret_until: sql`now() + interval '24 hours'`,
  })

/** Returns its name and address; undefined if there is no such webhook. */
export async function deleteWebhookOfAccount(db: Database, accountId: number, id: number) {
  return db
    .deleteFrom('webhooks')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(['name', 'url'])
    .executeTakeFirst()
}

function deliveriesOf(db: Database, accountId: number, webhookId: number) {
  return db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .innerJoin('webhook_events', 'webhook_events.id', 'webhook_deliveries.event_id')
    .selectAll('webhook_deliveries')
    .select([
      'webhook_events.public_id as event_public_id',
      'webhook_events.type',
      'webhooks.paused_at',
      'webhooks.next_attempt_at',
    ])
    .where('webhooks.account_id', '=', accountId)
    .where('webhooks.id', '=', webhookId)
}

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number]

/** Newest first. */
export async function listDeliveries(
  db: Database,
  accountId: number,
  webhookId: number,
  { before, limit }: { before?: number | undefined; limit: number },
) {
  let deliveries = deliveriesOf(db, accountId, webhookId)
  if (before !== undefined) deliveries = deliveries.where('webhook_deliveries.id', '<', before)
  return deliveries.orderBy('webhook_deliveries.id', 'desc').limit(limit).execute()
}

/** With all that its body is made of. */
export async function findDelivery(db: Database, accountId: number, webhookId: number, id: number) {
  return deliveriesOf(db, accountId, webhookId)
    .innerJoin('accounts', 'accounts.id', 'webhooks.account_id')
    .select([
      'webhooks.format',
      'webhook_events.data',
      'webhook_events.created_at as event_created_at',
      'accounts.public_id as account_public_id',
      'accounts.name as account_name',
    ])
    .where('webhook_deliveries.id', '=', id)
    .executeTakeFirst()
}

/** Queues the event of a delivery again. */
export async function insertRedelivery(db: Database, webhookId: number, eventId: number): Promise<number> {
  const { id } = await db
    .insertInto('webhook_deliveries')
    .values({ webhook_id: webhookId, event_id: eventId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface SentTest {
  eventId: string
  createdAt: Date
  data: EventData
  outcome: Outcome
}

/** A test event that has been sent. Returns the id of its delivery. */
export async function insertTestDelivery(
  db: Database,
  accountId: number,
  webhookId: number,
  { eventId, createdAt, data, outcome }: SentTest,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const event = await trx
      .insertInto('webhook_events')
      .values({
        public_id: eventId,
        account_id: accountId,
        type: testEvent,
        data: JSON.stringify(data),
        created_at: createdAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await trx
      .insertInto('webhook_deliveries')
      .values({
        webhook_id: webhookId,
        event_id: event.id,
        state: outcome.failure === null ? 'delivered' : 'failed',
        attempts: 1,
        attempted_at: sql<Date>`now()`,
        status: outcome.status,
        failure: outcome.failure,
        duration_ms: outcome.durationMs,
        response: outcome.response,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}
