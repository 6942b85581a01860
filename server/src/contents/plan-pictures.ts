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

/** More stories than this get no pictures. */
const maxStories = 3000

/**
 * Only what changed needs a picture, and what may have: fingerprints tell. What every story is shown in belongs to all of
 * them. In the order in which their pictures stand for the version.
 */
export function planPictures(before: Contents | undefined, after: Contents): PlannedStory[] {
  const stories = inPictureOrder(after.entries.filter(({ kind }) => kind === 'story').slice(0, maxStories))
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
