import type { ComponentDocs, ComponentPage, ComponentStory } from '@plinth/contract/contents.ts'
import * as z from 'zod'

import { entryId, storybookId, versionName } from '../arguments.ts'
import { linksTo, versionLine, versionNames } from '../describe-version.ts'
import { requireContents } from '../find-version.ts'
import { propsInterface } from '../props-interface.ts'
import { visibleLine, visibleLines } from '../quoted-text.ts'
import type { ToolContext } from '../services.ts'
import { tool, ToolError } from '../tool.ts'
import { listOf, writeAnswer } from '../write-answer.ts'
import type { Quotation } from '../write-answer.ts'

const maxExamples = 4
const maxDocsPages = 3

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
  const found = await context.services.query.component(context.account.id, contents, id)
  if (!found) return undefined
  const place = { storybook: storybook.public_id, version: version.public_id }
  return writeAnswer(
    [
      versionLine(storybook, version),
      `In the portal: ${linksTo(context).component(place, found.id)}`,
      ...whatIsUnknown(found),
    ],
    [namesOf(found), versionNames(storybook, version), ...quotationsOf(found)],
  )
}

type Described = Omit<ComponentPage, 'elsewhere' | 'changedIn'>

function whatIsUnknown({ importLine, props, stories }: Described): string[] {
  return [
    ...(importLine === null
      ? ['This build does not say how the component is imported; its file is named below.']
      : []),
    ...(props === null
      ? ['This build does not document props, so they are unknown. Use only what the examples show.']
      : []),
    ...(props?.length === 0 ? ['The component has no documented props.'] : []),
    ...(stories.every(({ example }) => example === null) ? ['No code of examples is known.'] : []),
  ]
}

const namesOf = ({ id, name, title, file, description }: Described): Quotation => ({
  heading: 'Component',
  lines: [
    `name: ${visibleLine(name)}`,
    `id: ${visibleLine(id, 500)}`,
    `title: ${visibleLine(title)}`,
    ...(file ? [`file: ${visibleLine(file)}`] : []),
    ...(description ? ['', ...visibleLines(description)] : []),
  ],
})

function quotationsOf({ name, importLine, props, stories, docs }: Described): Quotation[] {
  const examples = stories.filter(({ example }) => example !== null).slice(0, maxExamples)
  const others = stories.filter((story) => !examples.includes(story))
  // Pages that Storybook makes itself say nothing that is not here already.
  const documented = docs.filter(({ text }) => text !== null)
  return [
    { heading: 'Import', lines: importLine === null ? [] : visibleLines(importLine), language: 'ts' },
    { heading: 'Props', lines: props?.length ? propsInterface(name, props) : [], language: 'ts' },
    ...examples.map((story, i): Quotation => ({
      heading: `Example ${i + 1} of ${stories.length}`,
      lines: exampleLines(story),
      language: 'tsx',
      more: 'read the whole of it with story',
    })),
    listOf(
      examples.length === 0 ? 'Stories: id, name' : 'Further stories, to read with story: id, name',
      others,
      ({ id, name: story }) => `${visibleLine(id, 500)} | ${visibleLine(story)}`,
      { more: 'find them with search, kind "story"' },
    ),
    ...documented.slice(0, maxDocsPages).map(docsQuotation),
    listOf('Further docs pages, to read with docs_page: id', documented.slice(maxDocsPages), ({ id }) =>
      visibleLine(id, 500),
    ),
  ]
}

const exampleLines = ({ id, name, description, example }: ComponentStory): string[] => [
  `// ${visibleLine(name)} (${visibleLine(id, 500)})`,
  ...(description ? visibleLines(description).map((line) => `// ${line}`) : []),
  ...visibleLines(example ?? ''),
]

const docsQuotation = ({ id, text }: ComponentDocs): Quotation => ({
  heading: 'Docs page',
  lines: [`id: ${visibleLine(id, 500)}`, '', ...visibleLines(text ?? '')],
  language: 'markdown',
  more: 'read the whole of it with docs_page',
})
