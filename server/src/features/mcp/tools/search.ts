import { maxLength } from '@plinth/contract/max-length.ts'
import { maxResultsPerPage, maxSearchOffset, ResultKind } from '@plinth/contract/search.ts'
import * as z from 'zod'

import { searchAccount } from '../../search/search-account.ts'
import type { ResultRow } from '../../search/store.ts'
import { line, storybookId } from '../arguments.ts'
import { requireStorybook } from '../find-version.ts'
import { visibleLine } from '../quoted-text.ts'
import { tool } from '../tool.ts'
import { listOf, writeAnswer } from '../write-answer.ts'

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
    const { rows, corrections } = await searchAccount(context.services, context.account.id, request)
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
        listOf('Results: kind, id, storybook id, title, description', shown, describe, {
          more: 'ask with a smaller limit, or narrow with kind or storybook',
        }),
      ],
    )
  },
})

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
