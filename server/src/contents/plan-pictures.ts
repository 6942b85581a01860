import { compareContents } from './compare.ts'
import type { Contents } from './contents.ts'
import { inPictureOrder } from './picture-order.ts'

/** What pictures a story needs. */
export interface PlannedStory {
  id: string
  title: string
  name: string
  /** In the version before; undefined if it is new. */
  idBefore: string | undefined
  /** It looks as before, because nothing that it depends on has changed. */
  isSame: boolean
}

/** Which pictures of a version are to be taken. */
export interface PicturePlan {
  /** Those that get thumbnails. */
  stories: PlannedStory[]
  /** Those of both versions that may look different. */
  compared: PlannedStory[]
  /** How many more may look different but are left out of the comparison; null if not all stories are known. */
  leftOut: number | null
}

/** At most this many stories of a version get thumbnails, and at most this many are compared. */
const maxStories = 3000

/**
 * Only what changed needs a picture, and what may have: fingerprints tell. What every story is shown in belongs to all of
 * them. In the order in which their pictures stand for the version.
 */
export function planPictures(before: Contents | undefined, after: Contents): PicturePlan {
  const stories = planStories(before, after)
  const mayDiffer = stories.filter(({ idBefore, isSame }) => idBefore !== undefined && !isSame)
  // What one of them does not list may be in both, and look different.
  const areAllKnown =
    after.hasAllEntries &&
    (!before || before.hasAllEntries || stories.every(({ idBefore }) => idBefore !== undefined))
  return {
    stories: stories.slice(0, maxStories),
    compared: mayDiffer.slice(0, maxStories),
    leftOut: areAllKnown ? Math.max(0, mayDiffer.length - maxStories) : null,
  }
}

function planStories(before: Contents | undefined, after: Contents): PlannedStory[] {
  const stories = inPictureOrder(after.entries.filter(({ kind }) => kind === 'story'))
  if (!before)
    return stories.map(({ id, title, name }) => ({ id, title, name, idBefore: undefined, isSame: false }))
  const comparison = compareContents(before, after)
  const originals = new Map(comparison.renamed.map((entry) => [entry.id, entry]))
  const earlier = new Set(before.entries.map(({ id }) => id))
  const mayDiffer = new Set([...comparison.changed, ...comparison.unknown].map(({ id }) => id))
  const { isPreviewChanged } = comparison
  return stories.map(({ id, title, name }) => {
    const renamed = originals.get(id)
    const idBefore = renamed?.from.id ?? (earlier.has(id) ? id : undefined)
    // Null: whether a renamed story changed too is not known.
    const isUnchanged = renamed ? renamed.isChanged === false : !mayDiffer.has(id)
    return { id, title, name, idBefore, isSame: idBefore !== undefined && isUnchanged && !isPreviewChanged }
  })
}
