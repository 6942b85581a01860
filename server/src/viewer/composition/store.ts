import { maxComposedReleases } from '@plinth/contract/compositions.ts'
import { rolesThatCan } from '@plinth/contract/roles.ts'
import { sql } from 'kysely'
import type { ExpressionBuilder, RawBuilder } from 'kysely'

import type { Database } from '../../database/connect.ts'
import { versionNamed } from '../../database/named-versions.ts'
import type { CompositionKind, Tables } from '../../database/tables.ts'
import type { ViewableVersion } from '../store.ts'
import type { Composed } from './labels.ts'
import type { MenuEntry } from './version-menu.ts'

const now = sql<Date>`now()`

/** A version that pages of one origin may show. */
export interface ComposedVersion extends ViewableVersion, Composed {
  compositionKind: CompositionKind
  origin: string
  /** Whose membership it depends on. */
  memberId: number
  apiKeyId: number | null
  expiresAt: Date
  accountPublicId: string
  storybookId: number
}

/** Addresses work for whoever has them: only while the account, and the role or key behind them, allow that. */
const isAllowedByAccount = (
  where: ExpressionBuilder<Tables, 'accounts' | 'compositions' | 'memberships' | 'api_keys'>,
) =>
  where.or([
    where('compositions.kind', '<>', 'addresses'),
    where.and([
      where('accounts.allows_share_links', '=', true),
      where.or([
        where('accounts.viewers_may_compose', '=', true),
        where('api_keys.scope', '<>', 'read'),
        where.and([
          where('compositions.api_key_id', 'is', null),
          where('memberships.role', 'in', rolesThatCan('composeStorybooks')),
        ]),
      ]),
    ]),
  ])

/** While the composition, the member and the API key behind it, and the version exist. */
export async function findComposedVersion(
  db: Database,
  { compositionId, versionId }: Composed,
): Promise<ComposedVersion | undefined> {
  return db
    .selectFrom('compositions')
    .innerJoin('accounts', 'accounts.id', 'compositions.account_id')
    .innerJoin('storybooks', 'storybooks.account_id', 'compositions.account_id')
    .innerJoin('versions', 'versions.storybook_id', 'storybooks.id')
    .leftJoin('api_keys', 'api_keys.id', 'compositions.api_key_id')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.account_id', '=', 'compositions.account_id')
        .on(
          'memberships.user_id',
          '=',
          sql<number>`coalesce(compositions.user_id, api_keys.created_by_user_id)`,
        )
        .on('memberships.status', '=', 'active'),
    )
    .select([
      'compositions.id as compositionId',
      'compositions.kind as compositionKind',
      'compositions.origin',
      'compositions.api_key_id as apiKeyId',
      'compositions.expires_at as expiresAt',
      'memberships.user_id as memberId',
      'accounts.id as accountId',
      'accounts.public_id as accountPublicId',
      'storybooks.id as storybookId',
      'storybooks.public_id as storybookPublicId',
      'versions.id as versionId',
      'versions.id',
      'versions.public_id as publicId',
      'versions.kind',
    ])
    .where('compositions.id', '=', compositionId)
    .where('versions.id', '=', versionId)
    .where('compositions.expires_at', '>', now)
    .where((where) => where.or([where('api_keys.id', 'is', null), where('api_keys.expires_at', '>', now)]))
    .where('storybooks.deleted_at', 'is', null)
    .where('versions.deleted_at', 'is', null)
    .where('memberships.role', 'in', rolesThatCan('view'))
    .where(isAllowedByAccount)
    .executeTakeFirst()
}

interface PageInBrowser {
  deviceSha256: Buffer
  /** Undefined for frames, which do not tell. */
  origin: string | undefined
  storybook: string
}

/** What lets a page show a storybook in a browser: something that its person has allowed there, in an account they belong to. */
export async function findPermission(db: Database, { deviceSha256, origin, storybook }: PageInBrowser) {
  return db
    .selectFrom('composition_devices')
    .innerJoin('compositions', 'compositions.id', 'composition_devices.composition_id')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.account_id', '=', 'compositions.account_id')
        .onRef('memberships.user_id', '=', 'compositions.user_id')
        .on('memberships.status', '=', 'active')
        .on('memberships.role', 'in', rolesThatCan('view')),
    )
    .innerJoin('accounts', 'accounts.id', 'compositions.account_id')
    .innerJoin('storybooks', 'storybooks.account_id', 'compositions.account_id')
    .select([
      'compositions.id as compositionId',
      'accounts.id as accountId',
      'accounts.public_id as accountPublicId',
      'storybooks.id as storybookId',
      'storybooks.public_id as storybookPublicId',
    ])
    .where('composition_devices.device_sha256', '=', deviceSha256)
    .where('composition_devices.expires_at', '>', now)
    .where('compositions.expires_at', '>', now)
    .where('storybooks.public_id', '=', storybook)
    .where('storybooks.deleted_at', 'is', null)
    .$if(origin !== undefined, (query) => query.where('compositions.origin', '=', origin ?? ''))
    .orderBy('compositions.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Until when this browser may show the composition; undefined if it may not. */
export async function findDeviceExpiry(
  db: Database,
  deviceSha256: Buffer,
  compositionId: number,
): Promise<Date | undefined> {
  const device = await db
    .selectFrom('composition_devices')
    .select('expires_at')
    .where('device_sha256', '=', deviceSha256)
    .where('composition_id', '=', compositionId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return device?.expires_at
}

/** Whether the person belongs to the account, in a role that may view. */
export async function mayView(db: Database, accountId: number, userId: number): Promise<boolean> {
  const membership = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .where('role', 'in', rolesThatCan('view'))
    .executeTakeFirst()
  return membership !== undefined
}

interface AllowedOrigin {
  kind: Exclude<CompositionKind, 'addresses'>
  accountId: number
  userId: number
  origin: string
  deviceSha256: Buffer
  expiresAt: RawBuilder<Date>
}

/** Lets pages of the origin show the account's storybooks to a member in one browser. Call it in a transaction. */
export async function allowInBrowser(
  db: Database,
  { kind, accountId, userId, origin, deviceSha256, expiresAt }: AllowedOrigin,
): Promise<void> {
  const { id } = await db
    .insertInto('compositions')
    .values({ kind, account_id: accountId, user_id: userId, api_key_id: null, origin, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'account_id', 'origin', 'kind'])
        .where('kind', '<>', 'addresses')
        .doUpdateSet({ expires_at: sql`greatest(compositions.expires_at, excluded.expires_at)` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('composition_devices')
    .values({ device_sha256: deviceSha256, composition_id: id, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .columns(['device_sha256', 'composition_id'])
        .doUpdateSet({ expires_at: sql`excluded.expires_at` }),
    )
    .execute()
}

/** What a version menu offers: the newest version, that of the main branch, and the newest releases. */
export async function listMenuEntries(db: Database, storybookId: number): Promise<MenuEntry[]> {
  const newest = await db
    .selectFrom('storybooks')
    .innerJoinLateral(
      (join) => versionNamed('latest')(join).select('versions.id as versionId').as('newest'),
      (on) => on.onTrue(),
    )
    .select(['newest.versionId', 'storybooks.main_branch as mainBranch'])
    .where('storybooks.id', '=', storybookId)
    .executeTakeFirst()
  const releases = await db
    .selectFrom('versions')
    .select(['id as versionId', 'release'])
    .where('storybook_id', '=', storybookId)
    .where('release', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxComposedReleases)
    .$narrowType<{ release: string }>()
    .execute()
  return [
    ...(newest ? [{ name: 'latest' as const, versionId: newest.versionId }] : []),
    ...(newest?.mainBranch ? [{ name: { branch: newest.mainBranch }, versionId: newest.versionId }] : []),
    ...releases.map(({ release, versionId }) => ({ name: { release }, versionId })),
  ]
}

export async function deleteExpiredCompositions(db: Database): Promise<void> {
  await db.deleteFrom('compositions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('composition_devices').where('expires_at', '<=', now).execute()
}
