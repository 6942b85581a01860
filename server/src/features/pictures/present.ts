import { noteworthy } from '@plinth/contract/pictures.ts'
import type {
  ComparedPictures,
  FoundThumbnail,
  GaveUpBecause,
  Obstacle,
  PictureComparison,
  PictureCounts,
  PictureFile,
  StoryReview,
  Verdict,
} from '@plinth/contract/pictures.ts'

import type { WantedStory } from '../../database/picture-tables.ts'
import type { ComparedRow, ComparisonJobRow } from './comparisons-store.ts'
import type { ThumbnailRow } from './thumbnails-store.ts'

/** The obstacle is what prevents pictures of the account from being taken: then nothing is waited for. */
export function presentThumbnail(row: ThumbnailRow, obstacle: Obstacle | null): FoundThumbnail {
  const { story, isChosen } = row
  const single = presentFile(row.singleHash, row.singleWidth, row.singleHeight)
  const double = presentFile(row.doubleHash, row.doubleWidth, row.doubleHeight)
  if (single && double) return { state: 'ready', waitsFor: null, files: { single, double }, story, isChosen }
  const waitsFor = obstacle === null ? row.waitsFor : null
  return { state: waitsFor ? 'waiting' : 'none', waitsFor, files: null, story: null, isChosen: false }
}

function presentFile(sha256: Buffer | null, width: number | null, height: number | null): PictureFile | null {
  return sha256 && width !== null && height !== null
    ? { sha256: sha256.toString('hex'), width, height }
    : null
}

const states: Record<ComparisonJobRow['state'], PictureComparison['state']> = {
  waiting: 'waiting',
  taken: 'waiting',
  done: 'ready',
  failed: 'failed',
}

export function presentComparison(
  job: ComparisonJobRow | undefined,
  rows: readonly ComparedRow[],
  {
    readerId,
    ...facts
  }: Pick<PictureComparison, 'hasCamera' | 'obstacle' | 'requiresReview'> & { readerId: number | null },
): PictureComparison {
  const wanted = job?.stories ?? []
  const leftOut = job ? job.leftOut : 0
  const names = new Map(wanted.map((story) => [story.id, story]))
  const stories = rows.map((row) => presentCompared(row, names.get(row.story), readerId))
  return {
    state: job ? states[job.state] : 'none',
    ...facts,
    gaveUpBecause: job?.state === 'failed' ? reasonOf(job) : null,
    counts: {
      changedInCode: wanted.length + (leftOut ?? 0),
      leftOut,
      ...countCompared(rows),
      ...countStandings(stories),
    },
    stories,
  }
}

const tooMuch = new Set<ComparisonJobRow['endedAs']>(['memory', 'processes', 'disk', 'time', 'messages'])

function reasonOf({ stories, endedAs }: ComparisonJobRow): GaveUpBecause {
  if (stories.length === 0) return 'notPlanned'
  if (endedAs === 'storage') return 'storageFull'
  if (endedAs === 'crashed') return 'crashed'
  return tooMuch.has(endedAs) ? 'tooMuch' : 'cameraFailed'
}

function presentCompared(
  row: ComparedRow,
  named: WantedStory | undefined,
  readerId: number | null,
): ComparedPictures {
  return {
    story: row.story,
    title: named?.title ?? '',
    name: named?.name ?? row.story,
    variant: row.variant,
    verdict: verdictOf(row),
    before: presentFile(row.beforeHash, row.beforeWidth, row.beforeHeight),
    after: presentFile(row.afterHash, row.afterWidth, row.afterHeight),
    difference: presentFile(row.differenceHash, row.differenceWidth, row.differenceHeight),
    pixels: row.pixels,
    visiblePixels: row.visiblePixels,
    isBarelyVisible: row.isBarelyVisible,
    review: presentReview(row, readerId),
  }
}

function presentReview(
  { decision, comment, decidedBy, deciderId, decidedAt }: ComparedRow,
  readerId: number | null,
): StoryReview | null {
  if (!decision || decidedBy === null || !decidedAt) return null
  const isMine = readerId !== null && deciderId === readerId
  return { decision, comment, by: decidedBy, isMine, at: decidedAt.toISOString() }
}

export function verdictOf(
  row: Pick<ComparedRow, 'beforeHash' | 'afterHash' | 'beforeNone' | 'afterNone' | 'isUnstable'>,
): Verdict {
  if (row.isUnstable) return 'unstable'
  if (row.afterNone === 'skipped') return 'skipped'
  if (row.beforeHash && row.afterHash) return row.beforeHash.equals(row.afterHash) ? 'same' : 'different'
  if (row.beforeHash) return 'broken'
  if (!row.afterHash) return 'failed'
  // The version before did not have this width or mode, or skipped the story.
  return row.beforeNone === 'missing' || row.beforeNone === 'skipped' ? 'different' : 'repaired'
}

type ComparedCounts = Pick<PictureCounts, 'compared' | 'lookDifferent' | 'lookSame' | 'unstable' | 'notSeen'>

/** A story with several variants counts once. */
function countCompared(rows: readonly ComparedRow[]): ComparedCounts {
  const stories = [...Map.groupBy(rows, ({ story }) => story).values()]
  const compared = stories.filter(hasAllVariants)
  const withSome = (isCounted: (row: ComparedRow) => boolean) =>
    stories.filter((variants) => variants.some(isCounted)).length
  return {
    compared: compared.length,
    lookDifferent: withSome((row) => noteworthy.has(verdictOf(row))),
    lookSame: compared.filter((variants) => variants.every((row) => verdictOf(row) === 'same')).length,
    unstable: withSome((row) => verdictOf(row) === 'unstable'),
    notSeen: withSome(isNotSeen),
  }
}

/** While pictures are taken, some of a story may be missing. */
const hasAllVariants = (rows: readonly ComparedRow[]) =>
  rows.length >= Math.min(...rows.map(({ variants }) => variants ?? 1))

/** What was skipped before as well has never been looked at, and nobody wants it to be. */
function isNotSeen(row: ComparedRow): boolean {
  const verdict = verdictOf(row)
  if (verdict === 'skipped') return row.beforeNone !== 'skipped'
  return verdict === 'unstable' || verdict === 'failed'
}

type Standing = 'accepted' | 'rejected' | 'toReview'

function countStandings(all: readonly ComparedPictures[]): Record<Standing, number> {
  const toDecide = all.filter(({ verdict }) => noteworthy.has(verdict))
  const standings = [...Map.groupBy(toDecide, ({ story }) => story).values()].map(standingOf)
  const count = (standing: Standing) => standings.filter((each) => each === standing).length
  return { toReview: count('toReview'), accepted: count('accepted'), rejected: count('rejected') }
}

/** Of those variants of a story that look different. */
function standingOf(variants: readonly ComparedPictures[]): Standing {
  if (variants.some(({ review }) => review?.decision === 'rejected')) return 'rejected'
  return variants.every(({ review }) => review?.decision === 'accepted') ? 'accepted' : 'toReview'
}
