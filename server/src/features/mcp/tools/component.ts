import * as z from 'zod'

import { entryId, storybookId, versionName } from '../arguments.ts'
import { linksTo, versionLine, versionNames } from '../describe-version.ts'
import { requireContents } from '../find-version.ts'
import type { ToolContext } from '../services.ts'
import { tool, ToolError } from '../tool.ts'
import { writeAnswer } from '../write-answer.ts'

export interface AskedComponent {
  storybook: string
  component: string
  version?: string | undefined
}

export const component = tool({
  name: 'component',
  title: 'Component',
  description:
    'How to use a component: the line that imports it, its props as a TypeScript interface, examples, docs, and its page in the portal.',
  input: z.object({
    storybook: storybookId,
    component: entryId('component'),
    version: versionName('By default the newest version.'),
  }),
  run: showComponent,
})

export async function showComponent(context: ToolContext, asked: AskedComponent): Promise<string> {
  const shown = await findComponent(context, asked)
  if (shown !== undefined) return shown
  throw new ToolError('This version has no component with this id. Use search, which returns ids.')
}

/** Undefined if there is no such component. */
export async function findComponent(
  context: ToolContext,
  { storybook: storybookPublicId, component: id, version: name }: AskedComponent,
): Promise<string | undefined> {
  const asked = { storybook: storybookPublicId, version: name }
  const { storybook, version, contents } = await requireContents(context, asked)
  context.endTurn()
  const found = await context.services.query.quote(context.account.id, contents, { what: 'component', id })
  if (!found) return undefined
  const [names, ...others] = found.quotations
  const place = { storybook: storybook.public_id, version: version.public_id }
  return writeAnswer(
    [
      versionLine(storybook, version),
      `In the portal: ${linksTo(context).component(place, id)}`,
      ...found.notes,
    ],
    [...(names ? [names] : []), versionNames(storybook, version), ...others],
  )
}
