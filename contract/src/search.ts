import * as z from 'zod/mini'

import { AccountParams, PublicId } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { maxLength } from './max-length.ts'
import { exactText, wholeNumber } from './text.ts'

export const ResultKind = z.enum(['storybook', 'component', 'story', 'docs', 'prop'])
export type ResultKind = z.infer<typeof ResultKind>

/** Where a text matches: start and end, counted as JavaScript counts characters. */
const Marks = z.array(z.tuple([z.int(), z.int()]))

export const SearchResult = z.object({
  kind: ResultKind,
  storybookPublicId: z.string(),
  storybookTitle: z.string(),
  /** Null for a storybook without versions, or with none of its main branch. */
  versionPublicId: z.nullable(z.string()),
  /** The story, docs page or component; a prop belongs to a component. Null for a storybook. */
  id: z.nullable(z.string()),
  name: z.string(),
  /** Where it is in the sidebar; for a prop, where its component is. Empty for a storybook. */
  title: z.string(),
  description: z.nullable(z.string()),
  /** Without those of Storybook itself. */
  tags: z.array(z.string()),
  marks: z.object({ name: Marks, title: Marks }),
})
export type SearchResult = z.infer<typeof SearchResult>

export const maxResultsPerPage = 50
/** Whoever needs more results searches for more words. */
export const maxSearchOffset = 1000

export const search = endpoint({
  method: 'GET',
  path: '/api/v1/account/:account/search',
  summary:
    'Search storybooks, components, stories, docs pages and props in the newest versions of all storybooks',
  access: 'member-or-key',
  action: 'view',
  params: AccountParams,
  query: z.object({
    /**
     * Words, or beginnings of words, in any order. Nothing is found by a single letter; without any, everything is listed
     * that passes the filters.
     */
    q: z.prefault(exactText.check(z.maxLength(maxLength.search)), ''),
    kind: z.optional(ResultKind),
    storybook: z.optional(PublicId),
    tag: z.optional(exactText.check(z.maxLength(maxLength.tag))),
    limit: z.prefault(wholeNumber({ min: 1, max: maxResultsPerPage }), 20),
    offset: z.prefault(wholeNumber({ min: 0, max: maxSearchOffset }), 0),
  }),
  reply: z.object({
    results: z.array(SearchResult),
    hasMore: z.boolean(),
    /** The words that were searched for instead of misspelt ones. */
    corrections: z.array(z.object({ from: z.string(), to: z.string() })),
    /** The tags of the account's components, stories and docs pages, for a filter; without those of Storybook itself. */
    tags: z.array(z.string()),
  }),
})
