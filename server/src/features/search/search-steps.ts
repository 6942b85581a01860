import type { ResultKind } from '@plinth/contract/search.ts'

import { kindsByName, lexemesOf, quoteLexeme } from '../../contents/lexemes.ts'
import type { Query } from './query-words.ts'

/** Part of a search. Everything that one step finds comes before what the next one finds. */
export interface SearchStep {
  /** The text of a tsquery. */
  query: string
  /** By the length of which column matches are ordered, the shortest first. */
  shortest: 'name' | 'title'
}

export interface SearchFilters {
  kind?: ResultKind | undefined
  storybookId?: number | undefined
  tag?: string | undefined
}

/** In the order of results. */
export const kindsInOrder = [
  'component',
  'storybook',
  'story',
  'docs',
  'prop',
] as const satisfies ResultKind[]

/**
 * Finds by name and title, best matches first: what is called exactly so; then kind by kind what has all words in its name,
 * then in its title. No entry is found by two steps.
 */
export function stepsByTitle(accountId: number, query: Query, filters: SearchFilters): SearchStep[] {
  const lexeme = lexemesOf(accountId)
  const required = filterLexemes(accountId, filters)
  const isExact = quoteLexeme(lexeme.wholeName(query.joined))
  const kinds = filters.kind ? [filters.kind] : kindsInOrder
  return [
    { query: [isExact, ...required].join(' & '), shortest: 'name' },
    ...kinds.flatMap((kind): SearchStep[] => {
      const inName = `(${allWords(query, (word) => lexeme.inName(kind, word))} | ${beginning(lexeme.inName(kind, query.joined))})`
      const inTitle = allWords(query, (word) => lexeme.inTitle(kind, word))
      // Without the kind, PostgreSQL expects so many matches of one word that it may read the table instead of the index.
      const others = [quoteLexeme(lexeme.ofKind(kind)), ...required, `!${isExact}`]
      if (!kindsByName.has(kind)) return [{ query: [inTitle, ...others].join(' & '), shortest: 'name' }]
      return [
        { query: [inName, ...others].join(' & '), shortest: 'name' },
        { query: [inTitle, ...others, `!${inName}`].join(' & '), shortest: 'title' },
      ]
    }),
  ]
}

/** Finds by all other texts too; what is found by name or title is found again. */
export function stepByText(accountId: number, query: Query, filters: SearchFilters): SearchStep {
  const lexeme = lexemesOf(accountId)
  const isSomewhere = allWords(query, lexeme.anywhere)
  const required = filterLexemes(accountId, filters)
  // As above: without it, PostgreSQL expects too many matches of a single word.
  if (query.words.length === 1) required.push(quoteLexeme(lexeme.ofAccount()))
  return { query: [isSomewhere, ...required].join(' & '), shortest: 'title' }
}

/** What every entry must have that passes the filters. */
export function filterLexemes(accountId: number, { kind, storybookId, tag }: SearchFilters): string[] {
  const lexeme = lexemesOf(accountId)
  return [
    ...(kind ? [lexeme.ofKind(kind)] : []),
    ...(storybookId === undefined ? [] : [lexeme.ofStorybook(storybookId)]),
    ...(tag ? [lexeme.ofTag(tag)] : []),
  ].map(quoteLexeme)
}

const beginning = (lexeme: string) => `${quoteLexeme(lexeme)}:*`

/**
 * All words, or what begins with them. What begins with a single letter is a large part of everything, so only the last word
 * may be one: it is still being typed.
 */
function allWords({ words }: Query, lexemeOf: (word: string) => string): string {
  const last = words.at(-1)?.whole
  const term = (word: string) =>
    Array.from(word).length > 1 || word === last ? beginning(lexemeOf(word)) : quoteLexeme(lexemeOf(word))
  const terms = words.map(({ whole, parts }) =>
    parts.length === 1 ? term(whole) : `(${term(whole)} | ${parts.map(term).join(' & ')})`,
  )
  return `(${terms.join(' & ')})`
}
