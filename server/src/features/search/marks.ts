import { foldText, runsOf, spansOf } from '../../contents/words.ts'
import type { FoldedText, WordSpan } from '../../contents/words.ts'
import type { Query } from './query-words.ts'

export type Mark = [start: number, end: number]

/** Where a text matches a query, as positions in the text, in order and without overlaps. */
export function marksOf(text: string, { words, joined }: Query): Mark[] {
  const folded = foldText(text)
  const wanted = new Set([...words.flatMap(({ whole, parts }) => [whole, ...parts]), joined])
  const sought = [...wanted].map((word) => Array.from(word))
  const runs = runsOf(folded)
  // The whole text without what is between its words.
  const letters = runs.flatMap(positionsOf)
  const marks = sought.flatMap((word) => markOf(folded, word, (i) => letters[i]))
  const byFirst = Map.groupBy(sought, ([first]) => first)
  for (const [from, to] of spansOf(folded)) {
    for (const word of byFirst.get(folded.characters[from]) ?? []) {
      if (word.length <= to - from) marks.push(...markOf(folded, word, (i) => from + i))
    }
  }
  return withoutOverlaps(marks)
}

const positionsOf = ([from, to]: WordSpan) => Array.from({ length: to - from }, (_, i) => from + i)

/** The word, if its characters are at these positions; otherwise nothing. */
function markOf(
  { characters, starts, ends }: FoldedText,
  word: readonly string[],
  positionOf: (i: number) => number | undefined,
): Mark[] {
  if (word.length === 0) return []
  if (word.some((character, i) => character !== characters[positionOf(i) ?? -1])) return []
  return [[starts[positionOf(0) ?? 0] ?? 0, ends[positionOf(word.length - 1) ?? 0] ?? 0]]
}

function withoutOverlaps(marks: readonly Mark[]): Mark[] {
  const merged: Mark[] = []
  for (const [start, end] of marks.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}
