import type { ThumbnailOf, WaitsFor } from '@plinth/contract/pictures.ts'
import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'

export interface ThumbnailRow {
  /** The story that it shows. */
  story: string | null
  isChosen: boolean
  singleHash: Buffer | null
  singleWidth: number | null
  singleHeight: number | null
  doubleHash: Buffer | null
  doubleWidth: number | null
  doubleHeight: number | null
  /** Null if no pictures of the version are to be taken any more. */
  waitsFor: WaitsFor | null
}

/** A version that is younger is still being read, or its pictures are about to be planned. */
const planningTime = sql`interval '10 minutes'`

/** The part of a LIKE pattern that stands for itself. */
const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/**
 * In the order that they are asked for. Of a component or a version, the story that somebody chose, otherwise the first in
 * the version's order that has a picture. Versions of other accounts have none.
 */
export async function listThumbnails(
  db: Database,
  accountId: number,
  wanted: readonly ThumbnailOf[],
): Promise<ThumbnailRow[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<ThumbnailRow>`
    SELECT shown.story_id AS story, coalesce(shown.story_id = chosen.story_id, false) AS "isChosen",
      single.sha256 AS "singleHash", single.width AS "singleWidth", single.height AS "singleHeight",
      double.sha256 AS "doubleHash", double.width AS "doubleWidth", double.height AS "doubleHeight",
      found.waits_for AS "waitsFor"
    FROM unnest(${wanted.map(({ version }) => version)}::text[], ${wanted.map(({ id }) => id ?? null)}::text[],
      ${wanted.map(({ id }) => (id === undefined ? null : `${escaped(id)}--%`))}::text[])
      WITH ORDINALITY AS wanted (version, id, stories, place)
    LEFT JOIN LATERAL (
      SELECT versions.id, versions.storybook_id, CASE
        WHEN job.state IN ('waiting', 'taken') THEN 'camera'
        WHEN job.state IS NULL AND versions.kind = 'storybook' AND versions.created_at > now() - ${planningTime}
          THEN 'reading'
        END AS waits_for
      FROM versions JOIN storybooks ON storybooks.id = versions.storybook_id
      LEFT JOIN picture_jobs AS job ON job.version_id = versions.id AND job.kind = 'thumbnails'
      WHERE versions.public_id = wanted.version AND storybooks.account_id = ${accountId}
        AND versions.deleted_at IS NULL AND storybooks.deleted_at IS NULL
    ) AS found ON true
    LEFT JOIN chosen_pictures AS chosen
      ON chosen.storybook_id = found.storybook_id AND chosen.component_id = coalesce(wanted.id, '')
    LEFT JOIN LATERAL (
      SELECT * FROM (
        (SELECT 1 AS rank, story_id, single_id, double_id FROM story_thumbnails
          WHERE version_id = found.id AND single_id IS NOT NULL AND story_id IN (wanted.id, chosen.story_id))
        UNION ALL
        (SELECT 2, story_id, single_id, double_id FROM story_thumbnails
          WHERE version_id = found.id AND single_id IS NOT NULL
            AND (wanted.id IS NULL OR story_id LIKE wanted.stories)
          ORDER BY place, story_id LIMIT 1)
      ) AS candidates ORDER BY rank LIMIT 1
    ) AS shown ON true
    LEFT JOIN pictures AS single ON single.id = shown.single_id
    LEFT JOIN pictures AS double ON double.id = shown.double_id
    ORDER BY wanted.place`.execute(db)
  return rows
}

/** For the duty: fills in the places of stories that were photographed before there were places. Returns how many. */
export async function placeThumbnails(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    WITH of_versions AS MATERIALIZED (
      SELECT DISTINCT version_id FROM (
        SELECT version_id FROM story_thumbnails WHERE place IS NULL LIMIT 1000) AS unplaced),
    places AS MATERIALIZED (
      SELECT version_id, listed.story ->> 'id' AS story_id, listed.place - 1 AS place
      FROM of_versions JOIN picture_jobs USING (version_id),
        jsonb_array_elements(stories) WITH ORDINALITY AS listed (story, place)
      WHERE kind = 'thumbnails'),
    placed AS MATERIALIZED (
      SELECT version_id, story_id, coalesce(places.place, 2147483647) AS place
      FROM story_thumbnails JOIN of_versions USING (version_id) LEFT JOIN places USING (version_id, story_id)
      WHERE story_thumbnails.place IS NULL)
    UPDATE story_thumbnails SET place = placed.place FROM placed
    WHERE story_thumbnails.version_id = placed.version_id AND story_thumbnails.story_id = placed.story_id`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
