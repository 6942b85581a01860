/** The tools of Storybook's own MCP server, under its names, for agents and prompts that know them. */
import { maxLength } from '@plinth/contract/max-length.ts'
import * as z from 'zod'

import { formatCount, listOf, maxListedLines } from '../../../contents/quotations/quotation.ts'
import { visibleLine } from '../../../contents/quotations/quoted-text.ts'
import { listStorybooksBeingRead } from '../../contents/components-store.ts'
import { searchAccount } from '../../search/search-account.ts'
import type { ResultRow } from '../../search/store.ts'
import { line, storybookId as storybookIdArgument } from '../arguments.ts'
import { requireContents, requireStorybook, stillReading } from '../find-version.ts'
import type { ToolContext } from '../services.ts'
import { countEntries, listStorybooksWith } from '../store.ts'
import { tool, ToolError } from '../tool.ts'
import { writeAnswer } from '../write-answer.ts'
import { findComponent } from './component.ts'
import { showDocsPage, showStory } from './story.ts'

const storybookId = storybookIdArgument
  .optional()
  .describe('Id of the storybook; may be left out where only one storybook has the id')

const id = (what: string) => line(500).describe(what)

export const docsList = tool({
  name: 'docs-list',
  title: 'List all documentation',
  description:
    'Components and docs pages with their ids, of one storybook or of all. In an organisation with many storybooks, search finds more.',
  input: z.object({
    withStoryIds: z.boolean().default(false).describe('Also list the ids of stories'),
    storybookId: storybookIdArgument.optional(),
  }),
  run: async (context, { withStoryIds, storybookId: storybook }) => {
    const { services, account } = context
    const owner = storybook === undefined ? undefined : await requireStorybook(context, storybook)
    const listed = async (kind: 'component' | 'docs' | 'story') => {
      const page = { q: '', kind, storybook, offset: 0, limit: maxListedLines }
      return (await searchAccount(services, account.id, page)).rows
    }
    const [components, pages, stories, counts, reading] = await Promise.all([
      listed('component'),
      listed('docs'),
      withStoryIds ? listed('story') : [],
      countEntries(services.db, account.id, owner?.id),
      listStorybooksBeingRead(services.db, account.id, storybook),
    ])
    const more =
      storybook === undefined ? 'narrow with storybookId, or use search' : 'use search with storybook'
    return writeAnswer(
      [
        `${formatCount(counts.component)} components, ${formatCount(counts.story)} stories and ${formatCount(counts.docs)} docs pages, by title. Read one with docs-show.`,
        ...stillReading(reading),
      ],
      [
        listOf('Components: id, storybook id, title, description', components, describe, {
          count: counts.component,
          more,
        }),
        listOf('Docs pages: id, storybook id, title', pages, describe, { count: counts.docs, more }),
        listOf('Stories: id, storybook id, title', stories, describe, {
          count: withStoryIds ? counts.story : 0,
          more,
        }),
      ],
    )
  },
})

function describe(row: ResultRow): string {
  const title = row.kind === 'component' ? row.title : `${row.title} / ${row.name}`
  const description = row.description && row.kind === 'component' ? [visibleLine(row.description, 90)] : []
  return [
    visibleLine(row.entry_id ?? '', 500),
    row.storybook_public_id,
    visibleLine(title),
    ...description,
  ].join(' | ')
}

export const docsShow = tool({
  name: 'docs-show',
  title: 'Get documentation',
  description:
    'Documentation of a component (import, props as TypeScript, examples) or of a docs page, by its id from docs-list or search.',
  input: z.object({ id: id('Id of a component or docs page'), storybookId }),
  run: async (context, { id: entry, storybookId: given }) => {
    const storybook = given ?? (await storybookWith(context, entry, ['component', 'docs']))
    const shown = await findComponent(context, { storybook, component: entry })
    return shown ?? showDocsPage(context, { storybook, id: entry })
  },
})

export const docsShowStory = tool({
  name: 'docs-show-story',
  title: 'Get documentation for a story',
  description: 'The source of a story, by its id, or by the id of its component and its name.',
  input: z.object({
    storyId: id('Id of a story, such as "button--primary"').optional(),
    componentId: id('Id of a component; together with storyName').optional(),
    storyName: line(maxLength.title).describe('Name of a story, such as "Primary"').optional(),
    storybookId,
  }),
  run: async (context, { storyId, componentId, storyName, storybookId: given }) => {
    if (storyId !== undefined) {
      const storybook = given ?? (await storybookWith(context, storyId, ['story']))
      return showStory(context, { storybook, id: storyId })
    }
    if (componentId === undefined || storyName === undefined) {
      throw new ToolError('Give storyId, or both componentId and storyName.')
    }
    const storybook = given ?? (await storybookWith(context, componentId, ['component']))
    const named = await findStoryNamed(context, storybook, componentId, storyName)
    return showStory(context, { storybook, id: named })
  },
})

/** The only storybook whose newest version has this entry. */
async function storybookWith(
  { services: { db }, account }: ToolContext,
  entry: string,
  kinds: readonly ('component' | 'docs' | 'story')[],
): Promise<string> {
  const [storybook, ...others] = await listStorybooksWith(db, account.id, entry, kinds)
  if (storybook === undefined) {
    throw new ToolError('No newest version has anything with this id. docs-list and search return ids.')
  }
  if (others.length === 0) return storybook
  throw new ToolError(
    `Several storybooks have this id. Give storybookId: ${[storybook, ...others].join(', ')}.`,
  )
}

async function findStoryNamed(
  context: ToolContext,
  storybook: string,
  componentId: string,
  storyName: string,
): Promise<string> {
  const { contents } = await requireContents(context, { storybook })
  context.endTurn()
  const { query } = context.services
  const named = await query.storyNamed(context.account.id, contents, componentId, storyName)
  if (named !== undefined) return named
  throw new ToolError('There is no story of this name. docs-show lists the stories of a component.')
}
