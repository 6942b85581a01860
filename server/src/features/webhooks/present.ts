import type { Webhook, WebhookDelivery } from '@plinth/contract/webhooks.ts'

import type { DeliveryRow, WebhookRow } from './store.ts'

export function presentWebhook(row: WebhookRow): Webhook {
  const { paused_at: pausedAt, failing_since: failingSince, previous_secret_until: until } = row
  const state = pausedAt ? 'paused' : failingSince ? 'failing' : 'active'
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    format: row.format,
    events: row.events,
    createdAt: row.created_at.toISOString(),
    state,
    pausedAt: pausedAt?.toISOString() ?? null,
    pauseReason: row.pause_reason,
    failingSince: failingSince?.toISOString() ?? null,
    nextAttemptAt: state === 'failing' ? row.next_attempt_at.toISOString() : null,
    pendingCount: row.pending_count,
    droppedCount: row.dropped_count,
    previousSecretUntil: until && until > new Date() ? until.toISOString() : null,
  }
}

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  const isRetried = row.state === 'pending' && row.attempts > 0 && row.paused_at === null
  return {
    id: row.id,
    eventId: row.event_public_id,
    event: row.type,
    createdAt: row.created_at.toISOString(),
    state: row.state,
    attempts: row.attempts,
    attemptedAt: row.attempted_at?.toISOString() ?? null,
    status: row.status,
    failure: row.failure,
    durationMs: row.duration_ms,
    response: row.response,
    nextAttemptAt: isRetried ? row.next_attempt_at.toISOString() : null,
  }
}
