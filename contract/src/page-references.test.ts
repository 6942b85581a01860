import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { findMissing, listReferences } from './page-references.ts'

test.each([
  ['scripts', '<script src="./a.js"></script><SCRIPT type=module SRC=b.js></SCRIPT>', ['a.js', 'b.js']],
  [
    'stylesheets',
    `<link rel='stylesheet' href='/theme.css'><link href=x.css rel="alternate stylesheet">`,
    ['theme.css', 'x.css'],
  ],
  ['preloaded modules', '<link crossorigin href="./m.js" rel="modulepreload" />', ['m.js']],
  ['no icons or other pages', '<link rel="icon" href="favicon.svg"><a href="about.html">', []],
  [
    'no other sites',
    '<script src="https://cdn.example/a.js"></script><script src="//cdn.example/b.js"></script>',
    [],
  ],
  ['no data', '<link rel="stylesheet" href="data:text/css,"><script src="blob:x"></script>', []],
  ['names without query and hash', '<script src="./a.js?v=1&amp;w=2#top"></script>', ['a.js']],
  ['decoded names', '<script src="gr%C3%B6%C3%9Fer%20%23.js"></script>', ['größer #.js']],
  [
    'no broken names',
    '<script src="%E0%A4%A.js"></script><script src=""></script><script src="assets/"></script>',
    [],
  ],
  [
    'names from a base',
    '<base href="/sub/"><script src="./a.js"></script><script src="/b.js">',
    ['sub/a.js', 'b.js'],
  ],
  ['the first base', '<base href="https://cdn.example/"><base href="/"><script src="a.js">', []],
  ['nothing in comments', '<!-- <script src="a.js"></script> --><script src="b.js"></script>', ['b.js']],
  ['nothing in an open comment', '<script src="b.js"></script><!-- <script src="a.js">', ['b.js']],
  [
    'nothing in other text',
    '<title><script src="a.js"></title><noscript><link rel=stylesheet href=b.css></noscript>',
    [],
  ],
  ['nothing in templates', '<template><script src="a.js"></script></template><script src="b.js">', ['b.js']],
  [
    'nothing in scripts that are not run',
    '<script type="text/x-template" src="a.html"></script><script nomodule src="b.js">',
    [],
  ],
  ['nothing twice', '<script src="a.js"></script><link rel=modulepreload href="./a.js">', ['a.js']],
  ['the first of two attributes', '<script src="a.js" src="b.js"></script>', ['a.js']],
  ['nothing out of an open quote', '<script src="a.js></script>', []],
  ['nothing after an open quote', '<a title="x><script src=b.js></script>', []],
  ['values with a quote inside', `<script src=it's.js></script>`, ["it's.js"]],
  ['nothing with character references', '<script src="a&#46;js"></script>', []],
  ['nothing above the build', '<script src="../../a.js"></script>', ['a.js']],
])('a page names %s', (_, html, files) => {
  expect(listReferences(html)).toEqual(files)
})

test('inline modules name what they import statically', () => {
  const html = `<script type="module">
    import './side.js';import a, { b as c } from "./named.js"
    import * as all from './all.js'
    export { d } from './exported.js'
    // import './comment.js'
    /* import './block.js' */
    const text = "import './text.js'", template = \`
      import './template.js'
    \`
    import('./later.js'); import.meta.url; const from = 'x'
    import react from 'react'
    import data from './data.json' with { type: './type.js' }
  </script><script>import './classic.js'</script>`
  expect(listReferences(html)).toEqual(['side.js', 'named.js', 'all.js', 'exported.js', 'data.json'])
})

test('what the pages name and the build lacks is listed once', async () => {
  const pages = new Map([
    ['index.html', '<script src="a.js"></script><script src="b.js"></script>'],
    ['iframe.html', '<script src="b.js"></script>'],
  ])
  const readPage = async (path: string) => pages.get(path)
  expect(await findMissing({ has: (path) => path === 'a.js', readPage })).toEqual(['b.js'])
  pages.delete('index.html')
  expect(await findMissing({ has: () => false, readPage })).toEqual(['b.js'])
})

const page = (addresses: string[]) =>
  [...addresses, 'last.js'].map((address) => `<script src="${address}"></script>`).join('')

test('a page that names the same file again and again is read to its end, one that names thousands is not', () => {
  expect(listReferences(page(Array.from({ length: 3000 }, () => 'a.js')))).toEqual(['a.js', 'last.js'])
  const elsewhere = Array.from({ length: 3000 }, (_, index) => `https://cdn.example/${index}.js`)
  expect(listReferences(page(elsewhere))).toEqual([])
})

/** What pages are made of, and what opens something that nothing closes. */
const pieces = [
  '<',
  '<script ',
  '<script>',
  '<script type=module>',
  '</script',
  '</script>',
  '<a href="',
  `<a b='`,
  '<link rel=stylesheet href=',
  '<base href=',
  '<!--',
  '-->',
  '<template>',
  '</template>',
  '<title>',
  '<style ',
  '<noscript>',
  '"',
  "'",
  '=',
  '/',
  '>',
  ' '.repeat(50),
  'a',
  '&amp;',
  'import ',
  'export {',
  ' from ',
  '"\\',
  '`',
  '/*',
  '//',
  '\n',
]

const repeated = (part: string, bytes: number) => part.repeat(Math.ceil(bytes / part.length))

/** The processor time of this thread, which does not depend on what else the machine does; the least of three. */
function costOf(work: () => unknown): number {
  const costs = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...costs)
}

/** A page four times as long takes four times as long, and sixteen times in quadratic time, which would be seconds. */
function isLinear(pageOf: (bytes: number) => string): boolean {
  const [once = 0, fourTimes = 0] = [100_000, 400_000].map((bytes) => {
    const html = pageOf(bytes)
    return costOf(() => listReferences(html))
  })
  return fourTimes < 8 * once + 100
}

test.each(pieces)('a page of %j alone is read in linear time', (piece) => {
  expect(isLinear((bytes) => repeated(piece, bytes))).toBe(true)
})

test('pages of any mixture are read in linear time', () => {
  const part = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 })
    .map((list) => list.join(''))
  const page = fc.record({ start: part, middle: part, end: part })
  const isReadInLinearTime = fc.property(page, ({ start, middle, end }) =>
    isLinear((bytes) => start + repeated(middle, bytes) + end),
  )
  expect(fc.check(isReadInLinearTime, { numRuns: 40 })).toMatchObject({ failed: false })
})

test('the references of a page with a long base are not read, because each would repeat it', () => {
  const base = `<base href="/${'folder/'.repeat(300)}">`
  expect(listReferences(`${base}<script src="a.js"></script>`)).toEqual([])
})
