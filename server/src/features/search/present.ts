import type { SearchResult } from '@plinth/contract/search.ts'

import { marksOf } from './marks.ts'
import type { Query } from './query-words.ts'
import type { ResultRow } from './store.ts'

export function presentResult(row: ResultRow, query: Query | undefined): SearchResult {
  const { kind, name, title, description, tags } = row
  return {
    kind,
    storybookPublicId: row.storybook_public_id,
    storybookTitle: row.storybook_title,
    versionPublicId: row.version_public_id,
    id: row.entry_id,
    name,
    title,
    description,
    tags,
    marks: { name: query ? marksOf(name, query) : [], title: query ? marksOf(title, query) : [] },
  }
}
