import type { AuditAction } from '@plinth/contract/audit.ts'
import type { WebhookEvent, WebhookPayload } from '@plinth/contract/webhooks.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Database } from '../../database/connect.ts'
import type { EventData } from '../../database/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { randomBase62 } from '../../shared/secret-codes.ts'
import { baselineId, baselineReason } from '../contents/baseline-store.ts'

/** The changes that webhooks are told about, and as which event. Everything else is only recorded in the audit log. */
export const announced = {
  'version.published': 'version.published',
  'version.deleted': 'version.deleted',
  'version.restored': 'version.restored',
  'storybook.created': 'storybook.created',
  'storybook.changed': 'storybook.changed',
  'storybook.deleted': 'storybook.deleted',
  'storybook.restored': 'storybook.restored',
  'story.commented': 'story.commented',
  'story.reviewed': 'story.reviewed',
  'member.added': 'member.joined',
  'invitation.redeemed': 'member.joined',
  'member.removed': 'member.removed',
} as const satisfies Partial<Record<AuditAction, WebhookEvent>>
export type AnnouncedAction = keyof typeof announced

/** What an event is about: the public id of a storybook or version, deleted or not, or a person. */
export type Topic =
  | { storybook: string }
  | {
      version: string
      release?: string
      comment?: NonNullable<WebhookPayload['data']['comment']>
      review?: NonNullable<WebhookPayload['data']['review']>
    }
  | { member: NonNullable<WebhookPayload['data']['member']> }

export const newEventId = () => `evt_${randomBase62(24)}`

/**
 * Queues an event for the webhooks that subscribe to it; call it in the transaction that makes the change. Writers do not
 * wait for each other: if one change depends on another, that one was committed before, so its event has a smaller id. They
 * wait only for a webhook that is being deleted, which would otherwise make the change fail.
 */
export async function announceEvent(
  trx: Database,
  actor: Actor,
  { type, accountId, about }: { type: WebhookEvent; accountId: number; about: Topic },
): Promise<void> {
  const who: EventData = { actor: { kind: actor.kind, name: actor.name } }
  await sql`
    WITH subscribed AS (
      SELECT id FROM webhooks WHERE account_id = ${accountId} AND ${type} = ANY (events) FOR KEY SHARE
    ), event AS (
      INSERT INTO webhook_events (public_id, account_id, type, data)
      SELECT ${newEventId()}, ${accountId}, ${type}, ${JSON.stringify(who)}::jsonb || ${describe(about)}
      WHERE EXISTS (SELECT FROM subscribed)
      RETURNING id
    )
    INSERT INTO webhook_deliveries (webhook_id, event_id)
    SELECT subscribed.id, event.id FROM subscribed, event ORDER BY subscribed.id
  `.execute(trx)
}

/** As it is now, because it may be gone when the event is sent. */
function describe(about: Topic): RawBuilder<unknown> {
  if ('member' in about) return sql`${JSON.stringify(about)}::jsonb`
  if ('storybook' in about) {
    return sql`(
      SELECT jsonb_build_object('storybook', jsonb_build_object('publicId', public_id, 'title', title))
      FROM storybooks WHERE public_id = ${about.storybook}
    )`
  }
  const { version, release, comment, review } = about
  const details = {
    ...(release !== undefined && { release: { name: release } }),
    ...(comment && { comment }),
    ...(review && { review }),
  }
  return sql`(
    SELECT ${JSON.stringify(details)}::jsonb || jsonb_build_object(
      'storybook', jsonb_build_object('publicId', storybooks.public_id, 'title', title),
      'version', jsonb_build_object('publicId', versions.public_id, 'branch', versions.branch,
        'commit', versions.commit_id, 'message', versions.message, 'buildUrl', versions.build_url,
        'baseline', CASE WHEN baseline.id IS NOT NULL THEN jsonb_build_object(
          'version', baseline.public_id, 'branch', baseline.branch, 'reason', ${baselineReason}) END)
    )
    FROM versions JOIN storybooks ON storybooks.id = versions.storybook_id
    LEFT JOIN LATERAL (SELECT * FROM versions AS found WHERE found.id = ${baselineId} LIMIT 1) AS baseline ON true
    WHERE versions.public_id = ${version}
  )`
}
