import type { SearchResult } from '@plinth/contract/search.ts'

export type Marks = SearchResult['marks']['name']

interface Part {
  start: number
  part: string
  isMarked: boolean
}

/** Marks that overlap or point outside of the text are cut off. */
export function splitAtMarks(text: string, marks: Marks): Part[] {
  const parts: Part[] = []
  let at = 0
  const add = (end: number, isMarked: boolean) => {
    if (end > at) parts.push({ start: at, part: text.slice(at, end), isMarked })
    at = Math.max(at, end)
  }
  for (const [start, end] of marks.toSorted(([one], [other]) => one - other)) {
    add(Math.min(start, text.length), false)
    add(Math.min(end, text.length), true)
  }
  add(text.length, false)
  return parts
}
