import { expect, it } from 'vitest'

import { parseInline, parseMarkdown } from './markdown.ts'

it('recognises headings, paragraphs, lists, quotes and code', () => {
  const text = [
    "import { Meta } from '@storybook/addon-docs/blocks'",
    '',
    '<Meta title="Guides/Buttons" />',
    '# Buttons #',
    'Use one',
    'per page.',
    '- first',
    '- second',
    '1. then',
    '> Keep it short.',
    '```tsx',
    '# not a heading',
    '```',
    '| a | b |',
    '| - | - |',
    'The end',
  ].join('\n')
  expect(parseMarkdown(text)).toEqual([
    { kind: 'heading', level: 1, text: 'Buttons' },
    { kind: 'paragraph', text: 'Use one per page.' },
    { kind: 'list', isOrdered: false, items: ['first', 'second'] },
    { kind: 'list', isOrdered: true, items: ['then'] },
    { kind: 'quote', text: 'Keep it short.' },
    { kind: 'code', text: '# not a heading' },
    { kind: 'code', text: '| a | b |\n| - | - |' },
    { kind: 'paragraph', text: 'The end' },
  ])
})

it('recognises code, emphasis and links to websites within a text', () => {
  expect(parseInline('a `b` **c** *d* [e](https://e.example) <https://f.example>')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'code', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'strong', text: 'c' },
    { kind: 'text', text: ' ' },
    { kind: 'emphasis', text: 'd' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'e', address: 'https://e.example' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'https://f.example', address: 'https://f.example' },
  ])
})

it.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert',
  'data:text/html,x',
  '//elsewhere.example',
  '?path=/story/a',
  'vbscript:x',
])('a link to %s is only its text', (address) => {
  expect(parseInline(`[here](${address})`).every(({ kind }) => kind === 'text')).toBe(true)
})

it('an image is its description, and HTML stays text', () => {
  expect(parseInline('![A chart](https://a.example/x.png)')).toEqual([{ kind: 'text', text: 'A chart' }])
  expect(parseInline('<img src=x onerror=alert(1)>')).toEqual([
    { kind: 'text', text: '<img src=x onerror=alert(1)>' },
  ])
})

it('does not slow down on unclosed brackets', () => {
  const started = performance.now()
  for (const opening of ['[', '**', '`', '_a', '<https://', '![](', '> ', '- ']) {
    parseMarkdown(opening.repeat(50_000)).forEach((block) => 'text' in block && parseInline(block.text))
  }
  expect(performance.now() - started).toBeLessThan(5000)
})

it('does not slow down on long runs of space', () => {
  const started = performance.now()
  for (const opening of ['# a', '- a', '> a', '| a |', '<A>', 'export a', '---']) {
    parseMarkdown(`${opening}${' '.repeat(60_000)}b`)
  }
  expect(performance.now() - started).toBeLessThan(5000)
})
