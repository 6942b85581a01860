import type { ResultKind, SearchResult } from '@plinth/contract/search.ts'

interface Group {
  kind: ResultKind
  results: SearchResult[]
}

/** Results by kind. The kind of the best result comes first, and within a kind the best result. */
export function inGroups(results: SearchResult[]): Group[] {
  const groups = Map.groupBy(results, ({ kind }) => kind)
  return [...groups].map(([kind, found]) => ({ kind, results: found }))
}
