import type { ResultKind } from '@plinth/contract/search.ts'

import type { Database } from '../../database/connect.ts'
import type { Correction } from './correct-words.ts'
import type { CorrectQuery } from './corrections.ts'
import { parseQuery, queryOf } from './query-words.ts'
import type { Query } from './query-words.ts'
import { filterLexemes, stepByText, stepsByTitle } from './search-steps.ts'
import type { SearchFilters } from './search-steps.ts'
import { findStorybookId, listFiltered, listMatches } from './store.ts'
import type { Page, ResultRow } from './store.ts'

export interface SearchServices {
  db: Database
  correctQuery: CorrectQuery
}

export interface SearchRequest extends Page {
  q: string
  kind?: ResultKind | undefined
  storybook?: string | undefined
  tag?: string | undefined
}

export interface Found {
  rows: ResultRow[]
  /** What was searched for in the end; undefined if everything that passes the filters was listed. */
  query: Query | undefined
  corrections: Correction[]
}

/** Searches for all words of a query; if there is no result, for similar ones instead of those that the account does not have. */
export async function searchAccount(
  { db, correctQuery }: SearchServices,
  accountId: number,
  { q, kind, storybook, tag, ...page }: SearchRequest,
): Promise<Found> {
  const storybookId = storybook === undefined ? undefined : await findStorybookId(db, accountId, storybook)
  const query = parseQuery(q)
  if (storybook !== undefined && storybookId === undefined) return { rows: [], query, corrections: [] }
  const filters = { kind, storybookId, tag }
  const lexemes = filterLexemes(accountId, filters)
  if (!query) {
    const isList = q.trim() === '' && lexemes.length > 0
    const rows = isList ? await listFiltered(db, accountId, { kind, lexemes }, page) : []
    return { rows, query, corrections: [] }
  }
  const find = (words: Query) => findPage(db, accountId, words, filters, page)
  const rows = await find(query)
  if (rows.length > 0) return { rows, query, corrections: [] }
  const corrected = await correctQuery(accountId, query.words)
  if (!corrected) return { rows, query, corrections: [] }
  const correctedQuery = queryOf(corrected.words)
  return { rows: await find(correctedQuery), query: correctedQuery, corrections: corrected.corrections }
}

/** What is found by name and title, then what is found by other texts only. */
async function findPage(
  db: Database,
  accountId: number,
  query: Query,
  filters: SearchFilters,
  page: Page,
): Promise<ResultRow[]> {
  const byTitle = stepsByTitle(accountId, query, filters)
  const first = await listMatches(db, accountId, byTitle, page)
  if (first.length === page.limit) return first
  const upToHere = { offset: 0, limit: page.offset + page.limit }
  const known = page.offset === 0 ? first : await listMatches(db, accountId, byTitle, upToHere)
  const ids = new Set(known.map(({ id }) => id))
  const byText = await listMatches(db, accountId, [stepByText(accountId, query, filters)], upToHere)
  return [...known, ...byText.filter(({ id }) => !ids.has(id))].slice(page.offset, upToHere.limit)
}
