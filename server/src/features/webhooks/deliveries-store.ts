import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'
import type { EventData, Tables } from '../../database/tables.ts'
import type { Outcome } from './post-webhook.ts'

/** A webhook that one instance serves, until its lease ends or another one claims it. */
export interface Claim {
  webhookId: number
  claim: number
}

const milliseconds = (count: number) => sql<string>`${count} * interval '1 millisecond'`

/** The secrets that sign: for a day, the one before the current one, too. */
export const currentSecrets = sql<string[]>`
  CASE WHEN previous_secret_until > now() THEN ARRAY[secret, previous_secret] ELSE ARRAY[secret] END`

/**
 * Claims webhooks that have something to send, each for one instance, those that waited longest first. Also returns how
 * many milliseconds to wait until another one is due; undefined if none has anything to send.
 */
export async function claimDueWebhooks(
  db: Database,
  limit: number,
  leaseMs: number,
): Promise<{ claims: Claim[]; nextDueMs: number | undefined }> {
  const { rows } = await sql<{ webhookId: number | null; claim: number; nextDueMs: number }>`
    WITH waiting AS (
      SELECT id, next_attempt_at FROM webhooks WHERE paused_at IS NULL
        AND EXISTS (SELECT FROM webhook_deliveries WHERE webhook_id = webhooks.id AND state = 'pending')
    ), due AS (
      SELECT id FROM webhooks
      WHERE id IN (SELECT id FROM waiting) AND paused_at IS NULL AND next_attempt_at <= now()
      ORDER BY next_attempt_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE webhooks SET claim = claim + 1, next_attempt_at = now() + ${milliseconds(leaseMs)}
      WHERE id IN (SELECT id FROM due)
      RETURNING id, claim
    )
    SELECT id AS "webhookId", claim, NULL AS "nextDueMs" FROM claimed
    UNION ALL
    SELECT NULL, NULL, (extract(epoch FROM min(next_attempt_at) - now()) * 1000)::float FROM waiting
    WHERE next_attempt_at > now() HAVING count(*) > 0
  `.execute(db)
  return {
    claims: rows.flatMap(({ webhookId, claim }) => (webhookId === null ? [] : [{ webhookId, claim }])),
    nextDueMs: rows.find(({ webhookId }) => webhookId === null)?.nextDueMs,
  }
}

export interface Attempt {
  deliveryId: number
  attempts: number
  /** Whether the attempt before failed. */
  isFailing: boolean
  url: string
  format: Tables['webhooks']['format']
  secrets: string[]
  eventId: string
  type: Tables['webhook_events']['type']
  data: EventData
  createdAt: Date
  accountPublicId: string
  accountName: string
}

/**
 * Counts an attempt at the first waiting event, before it is made: an event that may have reached the receiver stays
 * the first. Undefined if nothing waits, the webhook is paused, or another instance has claimed it.
 */
export async function beginAttempt(
  db: Database,
  { webhookId, claim }: Claim,
  leaseMs: number,
): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    WITH held AS (
      UPDATE webhooks SET next_attempt_at = now() + ${milliseconds(leaseMs)}
      WHERE id = ${webhookId} AND claim = ${claim} AND paused_at IS NULL
      RETURNING id, url, format, secret, previous_secret, previous_secret_until, failing_since
    ), first AS (
      SELECT webhook_deliveries.id FROM webhook_deliveries JOIN held ON held.id = webhook_id
      WHERE state = 'pending' ORDER BY (attempts = 0), webhook_deliveries.id LIMIT 1
    )
    UPDATE webhook_deliveries SET attempts = attempts + 1, attempted_at = clock_timestamp()
    FROM first, held, webhook_events, accounts
    WHERE webhook_deliveries.id = first.id AND webhook_events.id = event_id
      AND accounts.id = webhook_events.account_id
    RETURNING webhook_deliveries.id AS "deliveryId", attempts, failing_since IS NOT NULL AS "isFailing", url, format,
      ${currentSecrets} AS secrets,
      webhook_events.public_id AS "eventId", type, data, webhook_events.created_at AS "createdAt",
      accounts.public_id AS "accountPublicId", accounts.name AS "accountName"
  `.execute(db)
  return rows[0]
}

/** The event has arrived; whoever has claimed the webhook by now need not send it again. */
export async function endAsDelivered(
  db: Database,
  { webhookId }: Claim,
  { deliveryId, isFailing }: Attempt,
  outcome: Outcome,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ ...columnsOf(outcome), state: 'delivered' })
    .where('id', '=', deliveryId)
    .execute()
  if (isFailing) {
    await db.updateTable('webhooks').set({ failing_since: null }).where('id', '=', webhookId).execute()
  }
}

interface Retry {
  /** Until the next attempt. */
  pauseMs: number
  /** How long a webhook may fail until it is paused. */
  giveUpAfterMs: number
  /** Pauses it at once. */
  isGone: boolean
}

/** Sets when to try again, or pauses the webhook. Returns it if it was paused. */
export async function endAsFailed(
  trx: Database,
  { webhookId, claim }: Claim,
  { deliveryId }: Attempt,
  outcome: Outcome,
  { pauseMs, giveUpAfterMs, isGone }: Retry,
) {
  const giveUpAt = sql<Date>`coalesce(failing_since, now()) + ${milliseconds(giveUpAfterMs)}`
  const isOver = sql<boolean>`(${isGone} OR ${giveUpAt} <= now())`
  const row = await trx
    .with('delivery', (update) =>
      update
        .updateTable('webhook_deliveries')
        .set(columnsOf(outcome))
        .where('id', '=', deliveryId)
        .where('state', '=', 'pending'),
    )
    .updateTable('webhooks')
    .set({
      failing_since: sql`coalesce(failing_since, now())`,
      next_attempt_at: sql`least(now() + ${milliseconds(pauseMs)}, greatest(${giveUpAt}, now()))`,
      paused_at: sql`CASE WHEN ${isOver} THEN now() END`,
      pause_reason: sql`CASE WHEN ${isOver} THEN ${isGone ? 'gone' : 'failing'} END`,
    })
    .where('id', '=', webhookId)
    .where('claim', '=', claim)
    .where('paused_at', 'is', null)
    .returning(['account_id', 'name', 'url', 'paused_at'])
    .executeTakeFirst()
  return row?.paused_at ? row : undefined
}

const columnsOf = ({ status, failure, durationMs, response }: Outcome) => ({
  status,
  failure,
  duration_ms: durationMs,
  response,
})

/** Lets another instance, or this one later, continue. */
export async function releaseWebhook(db: Database, { webhookId, claim }: Claim): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ next_attempt_at: sql`now()` })
    .where('id', '=', webhookId)
    .where('claim', '=', claim)
    .execute()
}

const keptFor = sql`interval '30 days'`
const maxPending = 10_000

/**
 * Deletes old deliveries, and events that nothing refers to any more. Of those that wait for a webhook, the newest ones
 * of the same days are kept, and no more than a receiver can catch up with.
 */
export async function deleteOldDeliveries(db: Database): Promise<void> {
  await sql`
    WITH dropped AS (
      DELETE FROM webhook_deliveries USING (
        SELECT id, row_number() OVER (PARTITION BY webhook_id ORDER BY id DESC) AS rank
        FROM webhook_deliveries WHERE state = 'pending'
      ) AS waiting
      WHERE waiting.id = webhook_deliveries.id
        AND (rank > ${maxPending} OR webhook_deliveries.created_at < now() - ${keptFor})
      RETURNING webhook_id
    ), counted AS (
      SELECT webhook_id, count(*)::integer AS count FROM dropped GROUP BY webhook_id
    )
    UPDATE webhooks SET dropped_count = dropped_count + counted.count
    FROM counted WHERE webhooks.id = counted.webhook_id
  `.execute(db)
  await sql`DELETE FROM webhook_deliveries WHERE state <> 'pending' AND created_at < now() - ${keptFor}`.execute(
    db,
  )
  await sql`
    DELETE FROM webhook_events
    WHERE NOT EXISTS (SELECT FROM webhook_deliveries WHERE event_id = webhook_events.id)
  `.execute(db)
}

/** For metrics. */
export async function countWaiting(db: Database) {
  return db
    .selectNoFrom((select) => [
      select
        .selectFrom('webhook_deliveries')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('state', '=', 'pending')
        .$asScalar()
        .$notNull()
        .as('pendingEvents'),
      select
        .selectFrom('webhooks')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('paused_at', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('pausedWebhooks'),
    ])
    .executeTakeFirstOrThrow()
}
