import { maxComparedEntries } from '@plinth/contract/compare.ts'
import type { Comparison } from '@plinth/contract/compare.ts'
import type { ContentsState, Version } from '@plinth/contract/versions.ts'

import { decodeIndex } from '../archive/archive-index.ts'
import { compareSizes } from './compare-sizes.ts'
import { compareContents } from './compare.ts'
import type { ContentsComparison } from './compare.ts'
import { decodeContents } from './stored-contents.ts'

export interface ComparedVersion {
  version: Version
  /** As they are stored; undefined if they have not been read, or could not be. */
  contents: Uint8Array | undefined
  index: Uint8Array
}

export function presentComparison(
  before: ComparedVersion,
  after: ComparedVersion,
  state: ContentsState,
): Comparison {
  return {
    from: before.version,
    to: after.version,
    state,
    ...shorten(compareStored(before, after)),
    size: compareSizes(decodeIndex(Buffer.from(before.index)), decodeIndex(Buffer.from(after.index))),
  }
}

export const compareStored = (before: ComparedVersion, after: ComparedVersion): ContentsComparison =>
  before.contents && after.contents
    ? compareContents(decodeContents(before.contents), decodeContents(after.contents))
    : nothingCompared

const nothingCompared: ContentsComparison = {
  counts: { added: 0, removed: 0, renamed: 0, changed: 0, unknown: 0, unchanged: 0 },
  added: [],
  removed: [],
  renamed: [],
  changed: [],
  unknown: [],
  unknownBecause: null,
  components: [],
  isPreviewChanged: false,
  isComplete: true,
}

function shorten(comparison: ContentsComparison): ContentsComparison {
  const { added, removed, renamed, changed, unknown, components } = comparison
  return {
    ...comparison,
    added: added.slice(0, maxComparedEntries),
    removed: removed.slice(0, maxComparedEntries),
    renamed: renamed.slice(0, maxComparedEntries),
    changed: changed.slice(0, maxComparedEntries),
    unknown: unknown.slice(0, maxComparedEntries),
    components: components.slice(0, maxComparedEntries),
  }
}
