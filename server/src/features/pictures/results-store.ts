import type { ComparedStory, NoPictureReason } from '@plinth/contract/camera.ts'
import { sql } from 'kysely'

import type { Database } from '../../database/connect.ts'
import type { WantedStory } from '../../database/picture-tables.ts'
import type { TakenJob } from './jobs-store.ts'

/** A story of a job whose pictures are still to be delivered, with the variants that have been. */
export interface RemainingStory extends WantedStory {
  delivered: string[]
}

export async function listRemaining(db: Database, job: TakenJob): Promise<RemainingStory[]> {
  const delivered = await listDelivered(db, job)
  return job.stories.flatMap((story) => {
    const { variants = [], isComplete = false } = delivered.get(story.id) ?? {}
    return isComplete ? [] : [{ ...story, delivered: variants }]
  })
}

interface DeliveredStory {
  variants: string[]
  /** A camera may have ended between two of them. */
  isComplete: boolean
}

async function listDelivered(db: Database, job: TakenJob): Promise<Map<string, DeliveredStory>> {
  if (job.kind === 'thumbnails') {
    const rows = await db
      .selectFrom('story_thumbnails')
      .select('story_id')
      .where('version_id', '=', job.versionId)
      .execute()
    return new Map(rows.map(({ story_id: id }) => [id, { variants: [], isComplete: true }]))
  }
  const rows = await db
    .selectFrom('story_comparisons')
    .select(['story_id', sql<string[]>`array_agg(variant)`.as('variants')])
    .select(sql<boolean>`count(*) >= coalesce(min(variants), 1)`.as('isComplete'))
    .where('job_id', '=', job.id)
    .groupBy('story_id')
    .execute()
  return new Map(rows.map(({ story_id: id, ...story }) => [id, story]))
}

/**
 * Pictures of the version before, as it was compared with others in the same environment; by story. Only of those whose
 * pictures are all known.
 */
export async function listKnownPictures(
  db: Database,
  versionId: number,
  environment: string,
  storyIds: readonly string[],
): Promise<Map<string, { variant: string; sha256: string }[]>> {
  if (storyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('story_comparisons')
    .innerJoin('picture_jobs', 'picture_jobs.id', 'story_comparisons.job_id')
    .leftJoin('pictures', 'pictures.id', 'story_comparisons.after_id')
    .select([
      'story_comparisons.story_id as story',
      'story_comparisons.variant',
      'story_comparisons.variants',
      'story_comparisons.is_unstable as isUnstable',
      'pictures.sha256',
    ])
    .where('picture_jobs.version_id', '=', versionId)
    .where('picture_jobs.environment', '=', environment)
    .where('story_comparisons.story_id', 'in', storyIds)
    .execute()
  const known = new Map<string, { variant: string; sha256: string }[]>()
  for (const [story, taken] of Map.groupBy(rows, (row) => row.story)) {
    const pictures = new Map(taken.map(({ variant, sha256 }) => [variant, sha256]))
    const variants = Math.max(...taken.map((row) => row.variants ?? 1))
    const isKnown = taken.every(({ isUnstable, sha256 }) => !isUnstable && sha256 !== null)
    if (!isKnown || pictures.size < variants) continue
    known.set(
      story,
      [...pictures].map(([variant, sha256]) => ({ variant, sha256: sha256?.toString('hex') ?? '' })),
    )
  }
  return known
}

export interface SavedThumbnail {
  story: string
  /** In the order of the version's stories. */
  place: number
  singleId: number | null
  doubleId: number | null
}

export async function saveThumbnails(
  trx: Database,
  versionId: number,
  thumbnails: readonly SavedThumbnail[],
): Promise<void> {
  // Of a story that comes twice, the last.
  const byStory = new Map(thumbnails.map((thumbnail) => [thumbnail.story, thumbnail]))
  if (byStory.size === 0) return
  await trx
    .insertInto('story_thumbnails')
    .values(
      Array.from(byStory.values(), ({ story, place, singleId, doubleId }) => ({
        version_id: versionId,
        story_id: story,
        place,
        single_id: singleId,
        double_id: doubleId,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['version_id', 'story_id']).doUpdateSet((set) => ({
        place: set.ref('excluded.place'),
        single_id: set.ref('excluded.single_id'),
        double_id: set.ref('excluded.double_id'),
      })),
    )
    .execute()
}

/** Stories that look as in an earlier version have its thumbnails; no picture is taken of them. Returns how many. */
export async function copyThumbnails(
  db: Database,
  fromVersionId: number,
  toVersionId: number,
  stories: readonly (WantedStory & { place: number })[],
): Promise<number> {
  const known = await db
    .selectFrom('story_thumbnails')
    .selectAll()
    .where('version_id', '=', fromVersionId)
    .where('single_id', 'is not', null)
    .execute()
  const byId = new Map(known.map((row) => [row.story_id, row]))
  const copies = stories.flatMap(({ id, idBefore, place }) => {
    const row = byId.get(idBefore)
    return row ? [{ story: id, place, singleId: row.single_id, doubleId: row.double_id }] : []
  })
  await saveThumbnails(db, toVersionId, copies)
  return copies.length
}

export interface SavedComparison {
  result: Pick<ComparedStory, 'story' | 'variant' | 'variants' | 'isUnstable' | 'difference'>
  beforeId: number | null
  afterId: number | null
  beforeNone: NoPictureReason | null
  afterNone: NoPictureReason | null
  differenceId: number | null
}

export async function saveComparisons(
  trx: Database,
  job: TakenJob,
  comparisons: readonly SavedComparison[],
): Promise<void> {
  for (const { result, ...saved } of comparisons) {
    const values = {
      variants: result.variants ?? 1,
      before_id: saved.beforeId,
      after_id: saved.afterId,
      before_none: saved.beforeNone,
      after_none: saved.afterNone,
      is_unstable: result.isUnstable,
      pixels: result.difference?.pixels ?? null,
      visible_pixels: result.difference?.visiblePixels ?? null,
      is_barely_visible: result.difference?.isBarelyVisible ?? false,
      difference_id: saved.differenceId,
    }
    await trx
      .insertInto('story_comparisons')
      .values({
        job_id: job.id,
        version_id: job.versionId,
        story_id: result.story,
        variant: result.variant,
        ...values,
      })
      .onConflict((conflict) => conflict.columns(['job_id', 'story_id', 'variant']).doUpdateSet(values))
      .execute()
  }
}
