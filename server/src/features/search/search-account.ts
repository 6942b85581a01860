import type { ResultKind } from '@plinth/contract/search.ts'

import type { Database } from '../../database/connect.ts'
import { parseQuery, queryOf, simpleWord } from './query-words.ts'
import type { Query } from './query-words.ts'
import { filterLexemes, stepByText, stepsByTitle } from './search-steps.ts'
import type { SearchFilters } from './search-steps.ts'
import { findStorybookId, listFiltered, listMatches } from './store.ts'
import type { Page, ResultRow } from './store.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface SearchServices {
  db: Database
  vocabularyOfAccount: (accountId: number) => Promise<Vocabulary>
}

export interface SearchRequest extends Page {
  q: string
  kind?: ResultKind | undefined
  storybook?: string | undefined
  tag?: string | undefined
}

export interface Correction {
  from: string
  to: string
}

export interface Found {
  rows: ResultRow[]
  /** What was searched for in the end; undefined if everything that passes the filters was listed. */
  query: Query | undefined
  corrections: Correction[]
}

/** Comparing a word with all words of a large account takes some milliseconds. */
const maxCorrections = 4

/** Searches for all words of a query; if there is no result, for similar ones instead of those that the account does not have. */
export async function searchAccount(
  { db, vocabularyOfAccount }: SearchServices,
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
  const corrected = correct(query, await vocabularyOfAccount(accountId))
  if (!corrected) return { rows, query, corrections: [] }
  return { ...corrected, rows: await find(corrected.query) }
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

/** Undefined if every word is known, or one is like no other. */
function correct(query: Query, vocabulary: Vocabulary): (Omit<Found, 'rows'> & { query: Query }) | undefined {
  const words = query.words.flatMap((word) =>
    vocabulary.has(word.whole) ? [word] : word.parts.map(simpleWord),
  )
  const unknown = words.filter(({ whole }) => !vocabulary.has(whole))
  if (unknown.length === 0 || unknown.length > maxCorrections) return undefined
  const corrections = unknown.flatMap(({ whole: from }) => {
    const to = vocabulary.nearest(from)
    return to === undefined ? [] : [{ from, to }]
  })
  if (corrections.length < unknown.length) return undefined
  const replacements = new Map(corrections.map(({ from, to }) => [from, simpleWord(to)]))
  return { query: queryOf(words.map((word) => replacements.get(word.whole) ?? word)), corrections }
}
