import type { ComponentDocs, ComponentStory } from '@plinth/contract/contents.ts'

import type { Contents } from '../contents.ts'
import { describeComponent } from '../present-contents.ts'
import type { DescribedComponent } from '../present-contents.ts'
import { propsInterface } from './props-interface.ts'
import { listOf, shortenQuotations } from './quotation.ts'
import type { Quotation, Quoted } from './quotation.ts'
import { visibleLine, visibleLines } from './quoted-text.ts'

const maxExamples = 4
const maxDocsPages = 3

/** Its names first; undefined if there is no such component. */
export function quoteComponent(contents: Contents, id: string): Quoted | undefined {
  const component = describeComponent(contents, id)
  return (
    component && {
      notes: whatIsUnknown(component),
      quotations: shortenQuotations([namesOf(component), ...quotationsOf(component)]),
    }
  )
}

function whatIsUnknown({ importLine, props, stories }: DescribedComponent): string[] {
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

const namesOf = ({ id, name, title, file, description }: DescribedComponent): Quotation => ({
  heading: 'Component',
  lines: [
    `name: ${visibleLine(name)}`,
    `id: ${visibleLine(id, 500)}`,
    `title: ${visibleLine(title)}`,
    ...(file ? [`file: ${visibleLine(file)}`] : []),
    ...(description ? ['', ...visibleLines(description)] : []),
  ],
})

function quotationsOf({ name, importLine, props, stories, docs }: DescribedComponent): Quotation[] {
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
