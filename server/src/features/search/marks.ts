import { foldText, runsOf, spansOf } from '../../contents/words.ts'
import type { FoldedText, WordSpan } from '../../contents/words.ts'
import type { Query } from './query-words.ts'

export type Mark = [start: number, end: number]

/** Where a text matches a query, as positions in the text, in order and without overlaps. */
export function marksOf(text: string, { words, joined }: Query): Mark[] {
  const folded = foldText(text)
  const wanted = new Set([...words.flatMap(({ whole, parts }) => [whole, ...parts]), joined])
  const candidates = [...spansOf(folded).map(positionsOf), runsOf(folded).flatMap(positionsOf)]
  const marks = candidates.flatMap((positions) =>
    [...wanted].flatMap((word) => {
      const mark = markOf(folded, positions, Array.from(word))
      return mark ? [mark] : []
    }),
  )
  return withoutOverlaps(marks)
}

const positionsOf = ([from, to]: WordSpan) => Array.from({ length: to - from }, (_, i) => from + i)

/** The beginning of a candidate, if it is the word. */
function markOf(
  { characters, starts, ends }: FoldedText,
  positions: readonly number[],
  word: readonly string[],
): Mark | undefined {
  const [first] = positions
  const last = positions[word.length - 1]
  if (first === undefined || last === undefined) return undefined
  const isMatch = word.every((character, i) => character === characters[positions[i] ?? -1])
  return isMatch ? [starts[first] ?? 0, ends[last] ?? 0] : undefined
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
