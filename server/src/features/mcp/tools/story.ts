import * as z from 'zod'

import type { DescribedEntry } from '../../../contents/present-contents.ts'
import { entryId, storybookId, versionName } from '../arguments.ts'
import { linksTo, versionLine, versionNames } from '../describe-version.ts'
import { requireContents } from '../find-version.ts'
import { visibleLine, visibleLines } from '../quoted-text.ts'
import type { ToolContext } from '../services.ts'
import { tool, ToolError } from '../tool.ts'
import { writeAnswer } from '../write-answer.ts'
import type { Quotation } from '../write-answer.ts'

interface AskedEntry {
  storybook: string
  id: string
  version?: string | undefined
}

export const story = tool({
  name: 'story',
  title: 'Story',
  description: 'The source of one story, and where the portal shows it.',
  input: z.object({
    storybook: storybookId,
    story: entryId('story'),
    version: versionName('By default the newest version.'),
  }),
  run: (context, { storybook, story: id, version }) => showStory(context, { storybook, id, version }),
})

export const docsPage = tool({
  name: 'docs_page',
  title: 'Docs page',
  description: 'The text of a docs page, and where the portal shows it.',
  input: z.object({
    storybook: storybookId,
    page: entryId('docs page'),
    version: versionName('By default the newest version.'),
  }),
  run: (context, { storybook, page: id, version }) => showDocsPage(context, { storybook, id, version }),
})

export async function showStory(context: ToolContext, asked: AskedEntry): Promise<string> {
  const shown = await showEntry(context, asked, ({ kind }) => kind !== 'docs')
  if (shown !== undefined) return shown
  throw new ToolError('This version has no story with this id. component and search return ids of stories.')
}

export async function showDocsPage(context: ToolContext, asked: AskedEntry): Promise<string> {
  const shown = await showEntry(context, asked, ({ kind }) => kind === 'docs')
  if (shown !== undefined) return shown
  throw new ToolError(
    'This version has no docs page with this id. component and search return ids of docs pages.',
  )
}

/** Undefined if there is no such entry. */
async function showEntry(
  context: ToolContext,
  { id, ...asked }: AskedEntry,
  isWanted: (entry: DescribedEntry) => boolean,
): Promise<string | undefined> {
  const { storybook, version, contents } = await requireContents(context, asked)
  context.endTurn()
  const entry = await context.services.query.entry(context.account.id, contents, id)
  if (!entry || !isWanted(entry)) return undefined
  const place = { storybook: storybook.public_id, version: version.public_id }
  return writeAnswer(
    [
      versionLine(storybook, version),
      `In the portal: ${linksTo(context).entry(place, entry)}`,
      ...whatIsUnknown(entry),
    ],
    [namesOf(entry), versionNames(storybook, version), ...quotationsOf(entry)],
  )
}

function whatIsUnknown({ kind, example, text }: DescribedEntry): string[] {
  if (kind === 'docs') return text === null ? ['This build does not tell the text of this page.'] : []
  return example === null ? ['This build does not tell the source of this story.'] : []
}

const namesOf = ({ kind, id, title, name, file, tags, description }: DescribedEntry): Quotation => ({
  heading: kind === 'docs' ? 'Docs page' : 'Story',
  lines: [
    `title: ${visibleLine(title)} / ${visibleLine(name)}`,
    `id: ${visibleLine(id, 500)}`,
    ...(file ? [`file: ${visibleLine(file)}`] : []),
    ...(tags.length > 0 ? [`tags: ${visibleLine(tags.join(', '))}`] : []),
    ...(description ? ['', ...visibleLines(description)] : []),
  ],
})

function quotationsOf({ kind, example, text, importLine }: DescribedEntry): Quotation[] {
  if (kind === 'docs') {
    return [{ heading: 'Text', lines: text === null ? [] : visibleLines(text), language: 'markdown' }]
  }
  return [
    { heading: 'Import', lines: importLine === null ? [] : visibleLines(importLine), language: 'ts' },
    { heading: 'Source', lines: example === null ? [] : visibleLines(example), language: 'tsx' },
  ]
}
