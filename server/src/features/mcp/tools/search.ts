import { maxLength } from '@plinth/contract/max-length.ts'
import { maxResultsPerPage, maxSearchOffset, ResultKind } from '@plinth/contract/search.ts'
import * as z from 'zod'

import { listOf } from '../../../contents/quotations/quotation.ts'
import { visibleLine } from '../../../contents/quotations/quoted-text.ts'
import { searchAccount } from '../../search/search-account.ts'
import type { SearchRequest } from '../../search/search-account.ts'
import type { ResultRow } from '../../search/store.ts'
import { line, storybookId } from '../arguments.ts'
import { requireStorybook } from '../find-version.ts'
import type { ToolContext } from '../services.ts'
import { tool } from '../tool.ts'
import { writeAnswer } from '../write-answer.ts'

const resultsHeading = 'Results: kind, id, storybook id, title, description'

export const search = tool({
  name: 'search',
  title: 'Search',
  description:
    'Find components, stories, docs pages and props by words or beginnings of words, in the newest versions of all storybooks. Use this before you write UI code.',
  input: z.object({
    query: line(maxLength.search).describe('Words in any order, such as "date picker"'),
    kind: z.enum(ResultKind.options).optional().describe('Only results of this kind'),
    storybook: storybookId.optional(),
    limit: z.int().min(1).max(maxResultsPerPage).default(20),
    offset: z.int().min(0).max(maxSearchOffset).default(0),
  }),
  run: async (context, { query: q, kind, storybook, limit, offset }) => {
    if (storybook !== undefined) await requireStorybook(context, storybook)
    const request = { q, kind, storybook, offset, limit: limit + 1 }
    const { rows, corrections, query } = await searchAccount(context.services, context.account.id, request)
    const words = query?.words.map(({ whole }) => whole) ?? []
    if (rows.length === 0 && offset === 0 && words.length > 1) {
      const some = await findSomeWords(context, words.slice(0, maxSingleWords), request)
      if (some.length > 0) return answerWithSome(some.slice(0, limit))
    }
    const shown = rows.slice(0, limit)
    const corrected = corrections.map(({ from, to }) => visibleLine(`${from} → ${to}`)).join(', ')
    return writeAnswer(
      [
        shown.length === 0
          ? 'Nothing was found. Try other words, fewer words or the beginning of a word.'
          : `${shown.length} ${shown.length === 1 ? 'result' : 'results'}, the best first. Read one with component, story or docs_page.`,
        ...(rows.length > limit
          ? [
              `There are more: ask with offset ${offset + limit}, or narrow with kind, storybook or more words.`,
            ]
          : []),
      ],
      [
        { heading: 'Misspelt words that were searched for as others', lines: corrected ? [corrected] : [] },
        listOf(resultsHeading, shown, describe, {
          more: 'ask with a smaller limit, or narrow with kind or storybook',
        }),
      ],
    )
  },
})

/** Agents ask in sentences. Each word costs a search. */
const maxSingleWords = 5

/** What has only some of the words, those with the most of them first. */
async function findSomeWords(
  { services, account }: ToolContext,
  words: readonly string[],
  request: SearchRequest,
): Promise<ResultRow[]> {
  const found = new Map<string, { row: ResultRow; words: number }>()
  for (const q of words) {
    const { rows } = await searchAccount(services, account.id, { ...request, q })
    for (const row of rows) {
      const key = keyOf(row)
      found.set(key, { row, words: (found.get(key)?.words ?? 0) + 1 })
    }
  }
  const best = [...found.values()].toSorted((a, b) => b.words - a.words)
  return best.map(({ row }) => row)
}

/** The ids of rows change when a version is published between two searches. */
const keyOf = ({ storybook_public_id, kind, entry_id, name }: ResultRow) =>
  JSON.stringify([storybook_public_id, kind, entry_id, name])

const answerWithSome = (rows: readonly ResultRow[]) =>
  writeAnswer(
    ['Nothing has all of these words. These have some of them, those with the most first.'],
    [listOf(resultsHeading, rows, describe, { more: 'ask with fewer words' })],
  )

function describe(row: ResultRow): string {
  const title = [row.title, row.kind === 'component' ? '' : row.name].filter(Boolean).join(' / ')
  return [
    row.kind === 'prop' ? 'prop of component' : row.kind,
    row.entry_id === null ? '-' : visibleLine(row.entry_id, 500),
    row.storybook_public_id,
    visibleLine(title),
    ...(row.description ? [visibleLine(row.description, 160)] : []),
  ].join(' | ')
}
