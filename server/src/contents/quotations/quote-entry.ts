import type { Contents } from '../contents.ts'
import { describeEntry } from '../present-contents.ts'
import type { DescribedEntry } from '../present-contents.ts'
import { shortenQuotations } from './quotation.ts'
import type { Quotation, Quoted } from './quotation.ts'
import { visibleLine, visibleLines } from './quoted-text.ts'

/** Its names first; undefined if there is no such story or test, or no such docs page. */
export function quoteEntry(contents: Contents, id: string, kind: 'story' | 'docs'): Quoted | undefined {
  const entry = describeEntry(contents, id)
  if (!entry || (entry.kind === 'docs') !== (kind === 'docs')) return undefined
  return {
    notes: whatIsUnknown(entry),
    quotations: shortenQuotations([namesOf(entry), ...quotationsOf(entry)]),
  }
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
