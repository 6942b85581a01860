import type { AuditAction } from '@plinth/contract/audit.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Database } from '../../database/connect.ts'
import type { EntryTopic } from '../../database/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { announced, announceEvent } from '../webhooks/outbox-store.ts'
import type { AnnouncedAction, Topic } from '../webhooks/outbox-store.ts'

type QuietAction = Exclude<AuditAction, AnnouncedAction>
type QuietActionOnStorybook = Extract<
  QuietAction,
  `${'storybook' | 'version' | 'story' | 'shareLink'}.${string}`
>

interface RecordedChange {
  action: Exclude<QuietAction, QuietActionOnStorybook>
  /** What changed, as a person would call it. */
  subject: string
  accountId: number | null
  about?: undefined
}

interface ChangeOfStorybook {
  action: QuietActionOnStorybook
  subject: string
  accountId: number | null
  /** The storybook or version, to name and link it in the log. */
  about: { storybook: string } | { version: string }
}

/** A change that the account's webhooks are told about, too. */
interface AnnouncedChange {
  action: AnnouncedAction
  subject: string
  accountId: number
  about: Topic
}

export type Change = RecordedChange | ChangeOfStorybook | AnnouncedChange

/**
 * Call it in the transaction that makes the change, and after that change, so that neither is committed without the
 * other.
 */
export async function record(db: Database, actor: Actor, change: Change): Promise<void> {
  await recordAll(db, actor, [change])
}

/** The same for several changes, in this order. */
export async function recordAll(db: Database, actor: Actor, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  await db
    .insertInto('audit_entries')
    .values((values) =>
      changes.map(({ action, subject, accountId, about }) => ({
        action,
        subject: subject.slice(0, 500),
        about: about ? topicOf(about) : null,
        actor_kind: actor.kind,
        actor: actor.name,
        actor_id: actor.id,
        address: actor.address,
        account_id: accountId,
        account_public_id: values.selectFrom('accounts').select('public_id').where('id', '=', accountId),
        account_name: values.selectFrom('accounts').select('name').where('id', '=', accountId),
      })),
    )
    .execute()
  for (const change of changes)
    if (isAnnounced(change)) await announceEvent(db, actor, { ...change, type: announced[change.action] })
}

const isAnnounced = (change: Change): change is AnnouncedChange => Object.hasOwn(announced, change.action)

/** As it is now, because it may be gone when the log is read. Null for people. */
function topicOf(about: Topic): RawBuilder<EntryTopic | null> {
  if ('member' in about) return sql`NULL::jsonb`
  const storybook = sql`'storybook', jsonb_build_object('publicId', storybooks.public_id, 'title', storybooks.title)`
  if ('storybook' in about) {
    return sql`(SELECT jsonb_build_object(${storybook}) FROM storybooks WHERE public_id = ${about.storybook})`
  }
  return sql`(
    SELECT jsonb_build_object(${storybook},
      'version', jsonb_build_object('publicId', versions.public_id, 'branch', branch, 'message', message))
    FROM versions JOIN storybooks ON storybooks.id = versions.storybook_id
    WHERE versions.public_id = ${about.version})`
}

/** Whether an actor of this kind ever made such a change. */
export async function hasEntryBy(
  db: Database,
  kind: Actor['kind'],
  { action, accountId }: { action: AuditAction; accountId: number },
): Promise<boolean> {
  const entry = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('account_id', '=', accountId)
    .where('action', '=', action)
    .where('actor_kind', '=', kind)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}

export interface AuditQuery {
  accountId?: number
  accountPublicId?: string | undefined
  action?: string | undefined
  actor?: string | undefined
  before?: number | undefined
  limit: number
}

const isViewable = sql<boolean>`CASE
  WHEN about -> 'version' IS NOT NULL THEN EXISTS (
    SELECT FROM versions JOIN storybooks ON storybooks.id = versions.storybook_id
    WHERE versions.public_id = about -> 'version' ->> 'publicId' AND versions.deleted_at IS NULL
      AND storybooks.deleted_at IS NULL AND storybooks.account_id = audit_entries.account_id)
  WHEN about IS NOT NULL THEN EXISTS (
    SELECT FROM storybooks WHERE public_id = about -> 'storybook' ->> 'publicId' AND deleted_at IS NULL
      AND storybooks.account_id = audit_entries.account_id)
  ELSE false END`

export type AuditRow = Awaited<ReturnType<typeof listAuditEntries>>[number]

/** Newest first. `action` is a whole action or its first word, `actor` any part of a name. */
export async function listAuditEntries(db: Database, query: AuditQuery) {
  const { accountId, accountPublicId, action, actor, before, limit } = query
  let entries = db.selectFrom('audit_entries').selectAll().select(isViewable.as('is_viewable'))
  if (accountId !== undefined) entries = entries.where('account_id', '=', accountId)
  if (accountPublicId) entries = entries.where('account_public_id', '=', accountPublicId)
  if (action) {
    entries = entries.where((where) =>
      where.or([where('action', '=', action), where(sql<string>`split_part(action, '.', 1)`, '=', action)]),
    )
  }
  if (actor) entries = entries.where(sql<boolean>`position(lower(${actor}) in lower(actor)) > 0`)
  if (before !== undefined) entries = entries.where('id', '<', before)
  return entries.orderBy('id', 'desc').limit(limit).execute()
}
