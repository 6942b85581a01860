import type { SearchResult } from '@plinth/contract/search.ts'

/** Tells results apart. */
export const keyOf = ({ kind, storybookPublicId, id, name }: SearchResult) =>
  [kind, storybookPublicId, id, name].join(' ')
