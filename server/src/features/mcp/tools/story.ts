import * as z from 'zod'

import { entryId, storybookId, versionName } from '../arguments.ts'
import { linksTo, versionLine, versionNames } from '../describe-version.ts'
import { requireContents } from '../find-version.ts'
import type { ToolContext } from '../services.ts'
import { tool, ToolError } from '../tool.ts'
import { writeAnswer } from '../write-answer.ts'

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
  const shown = await showEntry(context, asked, 'story')
  if (shown !== undefined) return shown
  throw new ToolError('This version has no story with this id. component and search return ids of stories.')
}

export async function showDocsPage(context: ToolContext, asked: AskedEntry): Promise<string> {
  const shown = await showEntry(context, asked, 'docs')
  if (shown !== undefined) return shown
  throw new ToolError(
    'This version has no docs page with this id. component and search return ids of docs pages.',
  )
}

/** Undefined if there is no such entry. */
async function showEntry(
  context: ToolContext,
  { id, ...asked }: AskedEntry,
  kind: 'story' | 'docs',
): Promise<string | undefined> {
  const { storybook, version, contents } = await requireContents(context, asked)
  context.endTurn()
  const found = await context.services.query.quote(context.account.id, contents, { what: kind, id })
  if (!found) return undefined
  const [names, ...others] = found.quotations
  const place = { storybook: storybook.public_id, version: version.public_id }
  return writeAnswer(
    [
      versionLine(storybook, version),
      `In the portal: ${linksTo(context).entry(place, { id, kind })}`,
      ...found.notes,
    ],
    [...(names ? [names] : []), versionNames(storybook, version), ...others],
  )
}
