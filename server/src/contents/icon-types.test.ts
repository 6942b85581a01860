import { describe, expect, test } from 'vitest'

import { iconTypeOf } from './icon-types.ts'

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`
const typeOf = (text: string) => iconTypeOf(Buffer.from(text))

/** A PNG up to its header, which says how large it is. */
function png(width: number, height = width): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  bytes.write('IHDR', 12)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

function ico(picture: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.set([0, 0, 1, 0, 1, 0])
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, picture])
}

test.each([
  ['a picture', svg('<path d="M0 0h9v9z" fill="#f00"/>')],
  ['a declaration and comments before it', `\uFEFF<?xml version="1.0"?>\n<!-- a --><!-- b -->${svg('<g/>')}`],
  ['a gradient', svg('<defs><linearGradient id="a"><stop/></linearGradient></defs><rect fill="url(#a)"/>')],
  [
    'a style for dark pages',
    svg('<style>@media (prefers-color-scheme: dark) { path { fill: #fff } }</style>'),
  ],
  [
    'classes',
    svg(
      '<style type="text/css">\n.a, .b:not(.c) {fill:#fff;STROKE : url(#a)} :root{color:red;}\n</style><g class="a"/>',
    ),
  ],
  [
    'references to itself',
    svg(
      `<linearGradient id="a"/><linearGradient href="#a" xlink:href='#a' id="b" gradientTransform="rotate(9) scale(2)"/><g fill="url( '#b' )" stroke="rgb(1,2,3)"/>`,
    ),
  ],
  ['styles of single elements', svg(`<path style="fill:none;stroke:#000"/><g style='opacity:.5'/><style/>`)],
])('accepts an SVG with %s', (_, text) => {
  expect(typeOf(text)).toBe('image/svg+xml')
})

describe('refuses an SVG that could keep whoever draws it busy', () => {
  test.each([
    ['what is drawn by reference', svg('<use href="#a"/>')],
    ['the same with a prefix', svg('<s-v:use href="#a"/>')],
    ['a marker', svg('<marker id="a"/>')],
    ['a pattern', svg('<pattern id="a"/>')],
    ['a mask', svg('<mask id="a"/>')],
    ['a clip path', svg('<clipPath id="a"/>')],
    ['a filter', svg('<filter id="a"/>')],
    ['a script', svg('<script>1</script>')],
    ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`],
    ['millions of dashes', svg('<path d="M0 0h9" style="STROKE-dasharray: 0.00001"/>')],
    ['a style with a filter', svg('<style>*{filter:blur(99px) blur(99px)}</style>')],
    ['a style that moves', svg('<style>.a{fill:red}*{animation:a 1s infinite}</style>')],
    ['a style with keyframes', svg('<style>@keyframes a{to{opacity:0}}</style>')],
    ['a style that imports another', svg('<style>@import "a.css";</style>')],
    ['a style with an escape', svg('<style>*{f\\69lter:blur(9px)}</style>')],
    ['a style with a character reference', svg('<style>*{&#102;ilter:blur(9px)}</style>')],
    ['a style with a comment inside a word', svg('<style>*{fi<!-- -->lter:blur(9px)}</style>')],
    ['a style with an instruction inside a word', svg('<style>*{fi<?xml ?>lter:blur(9px)}</style>')],
    ['a style that does not end', svg('<style>*{filter:blur(9px)}')],
    [
      'a property after a scheme',
      svg('<style>@media (prefers-color-scheme: dark){*{filter:blur(9px)}}</style>'),
    ],
    ['a style of a single element', svg('<path style="fill:red;filter:blur(9px)"/>')],
    ['the same without quotes', svg('<path style=filter:blur(9px) />')],
    ['a filter as an attribute', svg('<path\nfilter = "blur(9px)"/>')],
    ['a style sheet', `<?xml-stylesheet href="data:text/css,*{filter:blur(9px)}"?>${svg('')}`],
    ['an event handler', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a colour from elsewhere', svg('<path fill="url(https://elsewhere.example/a.svg#a)"/>')],
    ['the same as a style', svg('<path style="fill:URL(//elsewhere.example#a)"/>')],
    ['the same in a style sheet', svg('<style>path{fill:url( https://elsewhere.example#a)}</style>')],
    ['the same with a character reference', svg('<path fill="&#117;rl(//elsewhere.example#a)"/>')],
    ['the same with an escape', svg('<path fill="u\\72l(//elsewhere.example#a)"/>')],
    ['the same behind a bracket', svg('<path id=">" fill="url(//elsewhere.example#a)"/>')],
    ['a gradient from elsewhere', svg('<linearGradient id="a" href="https://elsewhere.example/a.svg#a"/>')],
    ['the same with a prefix', svg(`<linearGradient xmlns:x="x" x:href = 'a.svg#a'/>`)],
    ['a base elsewhere', svg('<g xml:base="https://elsewhere.example/"/>')],
    ['a pointer from elsewhere', svg(`<g cursor="image-set('//elsewhere.example' 1x)"/>`)],
    ['too many elements', svg('<g/>'.repeat(600))],
    ['another root', `<html>${svg('')}</html>`],
    ['no element', '<!-- -->'.repeat(3)],
  ])('%s', (_, text) => {
    expect(typeOf(text)).toBeUndefined()
  })
})

test('text that looks like the beginning of many comments is refused at once', () => {
  for (const text of ['<!---->'.repeat(9000) + 'x', '<!--'.repeat(16_000), '<'.repeat(65_000)]) {
    const start = performance.now()
    expect(typeOf(text)).toBeUndefined()
    // It took more than the age of the universe.
    expect(performance.now() - start).toBeLessThan(10_000)
  }
})

test('pictures of more than 1024 pixels are refused, also within an ICO', () => {
  expect(iconTypeOf(png(1024))).toBe('image/png')
  expect(iconTypeOf(png(64, 1025))).toBeUndefined()
  expect(iconTypeOf(ico(png(256)))).toBe('image/x-icon')
  expect(iconTypeOf(ico(png(100_000)))).toBeUndefined()
  expect(iconTypeOf(ico(Buffer.alloc(8)))).toBeUndefined()
  expect(iconTypeOf(Buffer.from([0, 0, 1, 0, 9, 0]))).toBeUndefined()
})
