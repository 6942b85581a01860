import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'

import { contentsFormat } from '../../contents/contents.ts'
import type { Database } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'
import { comparisonColumns } from './comparison-store.ts'
import type { ComparedChanges } from './comparison-store.ts'
import { abandonedAfterMs, maxAttempts } from './state.ts'

const abandonedBefore = sql<Date>`now() - ${abandonedAfterMs} * interval '1 ms'`

/** Versions that are not deleted, whether or not they have been read. */
function versionsToRead(db: Database) {
  return db
    .selectFrom('versions')
    .innerJoin('storybooks', 'storybooks.id', 'versions.storybook_id')
    .select([
      'versions.id',
      'versions.public_id as publicId',
      'versions.kind',
      'storybooks.account_id as accountId',
      'storybooks.id as storybookId',
    ])
    .where('versions.deleted_at', 'is', null)
    .where('storybooks.deleted_at', 'is', null)
}

export async function findVersionToRead(db: Database, publicId: string) {
  return versionsToRead(db).where('versions.public_id', '=', publicId).executeTakeFirst()
}

export type VersionToRead = NonNullable<Awaited<ReturnType<typeof findVersionToRead>>>

/** Those that nobody has read or is reading now, the newest first, up to this id. Plain sites have nothing to read. */
export async function listUnreadVersions(
  db: Database,
  { limit, upTo }: { limit: number; upTo: number },
): Promise<VersionToRead[]> {
  return versionsToRead(db)
    .leftJoin('version_contents', 'version_contents.version_id', 'versions.id')
    .where('versions.id', '<=', upTo)
    .where('versions.kind', '=', 'storybook')
    .where((where) => where.or([where('version_contents.version_id', 'is', null), isReadable(where)]))
    .orderBy('versions.id', 'desc')
    .limit(limit)
    .execute()
}

/** Read by an earlier release, or by an instance that is gone. */
const isReadable = (where: ExpressionBuilder<Tables, 'version_contents'>) =>
  where.or([
    where('version_contents.format', '<', contentsFormat),
    where.and([
      where('version_contents.read_at', 'is', null),
      where('version_contents.started_at', '<', abandonedBefore),
      where('version_contents.attempts', '<', maxAttempts),
    ]),
  ])

/**
 * The number of this attempt; undefined if another instance reads the version, or has read it. It is counted first, because
 * reading may end the process.
 */
export async function beginReading(db: Database, versionId: number): Promise<number | undefined> {
  const started = { format: contentsFormat, started_at: sql<Date>`now()`, read_at: null, contents: null }
  const row = await db
    .insertInto('version_contents')
    .values({ version_id: versionId, attempts: 1, ...started })
    .onConflict((conflict) =>
      conflict
        .column('version_id')
        .doUpdateSet({
          ...started,
          attempts: sql`CASE WHEN version_contents.format < ${contentsFormat} THEN 1 ELSE version_contents.attempts + 1 END`,
        })
        .where(isReadable),
    )
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts
}

/** Those that ended the process at every attempt count as read. */
export async function giveUpReading(db: Database): Promise<void> {
  await db
    .updateTable('version_contents')
    .set({ read_at: sql`now()`, contents: null })
    .where('version_id', 'in', (from) =>
      from
        .selectFrom('version_contents')
        .select('version_id')
        .where('read_at', 'is', null)
        .where('attempts', '>=', maxAttempts)
        .where('started_at', '<', abandonedBefore)
        // Others that change several rows could wait for this statement while it waits for them.
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

/** The attempt does not count: the failure had nothing to do with the build. */
export async function abandonReading(
  db: Database,
  versionId: number,
  retry: 'at once' | 'later',
): Promise<void> {
  await db
    .updateTable('version_contents')
    .set((set) => ({
      attempts: set('attempts', '-', 1),
      ...(retry === 'at once' && { started_at: sql`'-infinity'` }),
    }))
    .where('version_id', '=', versionId)
    .where('read_at', 'is', null)
    .execute()
}

/** Without contents, the build could not be read. Where its baseline has not been read, comparing is left for later. */
export async function saveContents(
  db: Database,
  versionId: number,
  contents: Uint8Array | undefined,
  compared: ComparedChanges | 'nothing to compare' | 'later',
): Promise<void> {
  await db
    .updateTable('version_contents')
    .set({
      format: contentsFormat,
      read_at: sql`now()`,
      contents: contents ? Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength) : null,
      ...comparisonColumns(compared),
    })
    .where('version_id', '=', versionId)
    .execute()
}

export async function findContents(db: Database, versionId: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('version_contents')
    .select('contents')
    .where('version_id', '=', versionId)
    .where('format', '=', contentsFormat)
    .where('read_at', 'is not', null)
    .executeTakeFirst()
  return row?.contents ?? undefined
}
