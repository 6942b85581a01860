import type { ThumbnailOf } from '@plinth/contract/pictures.ts'
import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'
import { cameraExists } from './jobs-store.ts'

export interface ThumbnailRow {
  singleHash: Buffer | null
  singleWidth: number | null
  singleHeight: number | null
  doubleHash: Buffer | null
  doubleWidth: number | null
  doubleHeight: number | null
  /** Whether pictures of the version are still being taken. */
  isWaiting: boolean
}

/** A version that is younger is still being read, or its pictures are about to be planned. */
const planningTime = sql`interval '10 minutes'`

/** The part of a LIKE pattern that stands for itself. */
const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/**
 * In the order that they are asked for. Of a component, its first story that has a picture; of a version, the one with the
 * most to see, which is the largest file. Versions of other accounts have none.
 */
export async function listThumbnails(
  db: Database,
  accountId: number,
  wanted: readonly ThumbnailOf[],
): Promise<ThumbnailRow[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<ThumbnailRow>`
    SELECT single.sha256 AS "singleHash", single.width AS "singleWidth", single.height AS "singleHeight",
      double.sha256 AS "doubleHash", double.width AS "doubleWidth", double.height AS "doubleHeight",
      coalesce(found.is_waiting, false) AS "isWaiting"
    FROM unnest(${wanted.map(({ version }) => version)}::text[], ${wanted.map(({ id }) => id ?? null)}::text[],
      ${wanted.map(({ id }) => (id === undefined ? null : `${escaped(id)}--%`))}::text[])
      WITH ORDINALITY AS wanted (version, id, stories, place)
    LEFT JOIN LATERAL (
      SELECT versions.id, coalesce(
        (SELECT state IN ('waiting', 'taken') FROM picture_jobs WHERE version_id = versions.id AND kind = 'thumbnails'),
        versions.kind = 'storybook' AND versions.created_at > now() - ${planningTime} AND ${cameraExists}
      ) AS is_waiting
      FROM versions JOIN storybooks ON storybooks.id = versions.storybook_id
      WHERE versions.public_id = wanted.version AND storybooks.account_id = ${accountId}
        AND versions.deleted_at IS NULL AND storybooks.deleted_at IS NULL
    ) AS found ON true
    LEFT JOIN LATERAL (
      (SELECT single_id, double_id FROM story_thumbnails
        WHERE version_id = found.id AND single_id IS NOT NULL AND wanted.id IS NOT NULL
          AND (story_id = wanted.id OR story_id LIKE wanted.stories)
        ORDER BY story_id LIMIT 1)
      UNION ALL
      (SELECT single_id, double_id FROM story_thumbnails JOIN pictures ON pictures.id = single_id
        WHERE version_id = found.id AND wanted.id IS NULL
        ORDER BY pictures.bytes DESC, story_id LIMIT 1)
    ) AS shown ON true
    LEFT JOIN pictures AS single ON single.id = shown.single_id
    LEFT JOIN pictures AS double ON double.id = shown.double_id
    ORDER BY wanted.place`.execute(db)
  return rows
}
