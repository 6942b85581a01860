import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

/** A version whose pack could not be made this often is served from its archive only. */
export const maxAttempts = 3

/** A version that failed is not tried again at once. */
const retryAfterMs = 10 * 60_000

/** Larger archives are left as they are. */
const maxArchiveBytes = 256e6

export interface VersionToPack {
  id: number
  publicId: string
  storybookId: number
  zipBytes: number
}

/**
 * Versions without a pack, whose contents have been read: that comes first, because people wait for it. Accounts take turns,
 * and so do the storybooks of an account, each with its newest version first. Versions that were tried before come last, so
 * that none that fails each time holds up the others.
 */
export async function listVersionsToPack(db: Database, limit: number): Promise<VersionToPack[]> {
  const waiting = db
    .selectFrom('versions')
    .innerJoin('storybooks', 'storybooks.id', 'versions.storybook_id')
    .leftJoin('version_contents', 'version_contents.version_id', 'versions.id')
    .leftJoin('packs', 'packs.version_id', 'versions.id')
    .select([
      'versions.id',
      'versions.public_id as publicId',
      'versions.storybook_id as storybookId',
      'versions.zip_bytes as zipBytes',
      'storybooks.account_id as accountId',
      'packs.started_at as triedAt',
    ])
    .select(
      sql<number>`row_number() OVER (PARTITION BY versions.storybook_id ORDER BY versions.id DESC)`.as('age'),
    )
    .where('versions.needs_pack', '=', true)
    .where('versions.deleted_at', 'is', null)
    .where('storybooks.deleted_at', 'is', null)
    .where('versions.zip_bytes', '<=', maxArchiveBytes)
    .where((where) =>
      where.or([where('versions.kind', '=', 'site'), where('version_contents.read_at', 'is not', null)]),
    )
    .where((where) =>
      where.or([
        where('packs.version_id', 'is', null),
        where.and([
          where('packs.attempts', '<', maxAttempts),
          where('packs.started_at', '<', sql<Date>`now() - ${retryAfterMs} * interval '1 ms'`),
        ]),
      ]),
    )
  return db
    .selectFrom(waiting.as('waiting'))
    .select(['id', 'publicId', 'storybookId', 'zipBytes'])
    .orderBy('triedAt', (order) => order.asc().nullsFirst())
    .orderBy(sql`row_number() OVER (PARTITION BY "accountId" ORDER BY age, id DESC)`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Counts the attempt first, because it may end the process. False if the version was deleted meanwhile. */
export async function beginPack(db: Database, versionId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('packs')
    .columns(['version_id', 'attempts'])
    .expression((from) =>
      from
        .selectFrom('versions')
        .select((select) => ['id', select.lit(1).as('attempts')])
        .where('id', '=', versionId)
        .where('deleted_at', 'is', null),
    )
    .onConflict((conflict) =>
      conflict
        .column('version_id')
        .doUpdateSet((set) => ({ attempts: set('packs.attempts', '+', 1), started_at: sql`now()` })),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** The attempt does not count: it was not the version that failed. */
export async function abandonPack(
  db: Database,
  versionId: number,
  retry: 'at once' | 'later',
): Promise<void> {
  await db
    .updateTable('packs')
    .set((set) => ({
      attempts: set('attempts', '-', 1),
      ...(retry === 'at once' && { started_at: sql`'-infinity'` }),
    }))
    .where('version_id', '=', versionId)
    .where('made_at', 'is', null)
    .execute()
}

export interface MadePack {
  key: string
  bytes: number
  sha256: Buffer
  index: Buffer
}

/** False if the version is gone. Without a pack, there was nothing worth keeping. */
export async function savePack(
  db: Database,
  versionId: number,
  pack: MadePack | undefined,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('packs')
      .set({
        made_at: sql`now()`,
        blob_key: pack?.key ?? null,
        bytes: pack?.bytes ?? null,
        sha256: pack?.sha256 ?? null,
        index: pack?.index ?? null,
      })
      .where('version_id', '=', versionId)
      .executeTakeFirst()
    await trx.updateTable('versions').set({ needs_pack: false }).where('id', '=', versionId).execute()
    return numUpdatedRows > 0n
  })
}

/** The newest packs of a storybook, in which most files of its next version are too. */
export async function listPacksOfStorybook(db: Database, storybookId: number, limit: number) {
  const rows = await db
    .selectFrom('packs')
    .innerJoin('versions', 'versions.id', 'packs.version_id')
    .select(['packs.blob_key as key', 'packs.index'])
    .where('versions.storybook_id', '=', storybookId)
    .where('packs.blob_key', 'is not', null)
    .orderBy('versions.id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ key, index }) => (key !== null && index !== null ? [{ key, index }] : []))
}

/** What local copies of packs are compared with. */
export async function findRecordedPack(db: Database, key: string) {
  const row = await db
    .selectFrom('packs')
    .select(['bytes', 'sha256'])
    .where('blob_key', '=', key)
    .executeTakeFirst()
  const { bytes = null, sha256 = null } = row ?? {}
  return bytes !== null && sha256 !== null ? { bytes, sha256 } : undefined
}

export async function existingPackKeys(db: Database, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.selectFrom('packs').select('blob_key').where('blob_key', 'in', keys).execute()
  return new Set(rows.flatMap((row) => row.blob_key ?? []))
}
