import { expect, test } from 'vitest'

import { pageText } from './page-text.ts'

const files = {
  has: (path: string) => /^(?:assets|static)\//.test(path),
  checksum: (path: string) => `content of ${path}`,
}
const textOf = (html: string) => pageText(html, files, (path) => path.startsWith('assets/'))

test.each([
  ['scripts that are read', '<script type="module" crossorigin src="./assets/iframe-8-QOtDcI.js"></script>'],
  ['styles that are read', "<link rel='stylesheet' href='./assets/iframe-8-QOtDcI.css'>"],
  ['preloaded modules', '<link rel="modulepreload" crossorigin href="./assets/other-8-QOtDcI.js">'],
  ['bundles that a module imports', `import './main.4ac0de12.iframe.bundle.js';`],
  ['where stories are', `\n      window.STORIES = [{"directory":"./src"}];\n`],
  ['where stories are, as webpack writes it', `\n      window['STORIES'] = [{"directory":"./src"}];\n`],
])('leaves out %s', (_, part) => {
  expect(textOf(`<p>before</p>${part}<p>after</p>`).replaceAll(' ', '')).toBe('<p>before</p><p>after</p>')
})

test('a file of the build stands for its content, whatever the way it is named', () => {
  const named = [
    '<img src="./static/logo.svg">',
    '<script src="static/theme.js"></script>',
    'url(static/a.woff2)',
  ]
  for (const html of named) expect(textOf(html)).toContain('content of static/')
  expect(textOf('<img src="https://pictures.example/logo.svg">')).toContain(
    'https://pictures.example/logo.svg',
  )
})

const inline = (script: string) =>
  `<script>import { a } from "./assets/${script}"; fetch("static/index.json")</script>`

test('the list of stories and scripts that are read do not count, wherever the page names them', () => {
  expect(textOf(inline('iframe-8-QOtDcI.js'))).toBe(textOf(inline('iframe-1a2b3c4d.js')))
  expect(textOf(inline('iframe-8-QOtDcI.js'))).not.toContain('content of')
})

test('settings that a page has of its own stay', () => {
  expect(textOf('<script>\nwindow.THEME = "dark"\n</script>')).toContain('dark')
})

/** A quadratic pattern would take minutes for these. */
test.each(['<link ', '<script ', '<script >', `import '`, '"', "('", 'window.STORIES', ' ', '<link href="'])(
  'reads a million characters of %j',
  (part) => {
    expect(textOf(part.repeat(1_000_000 / part.length))).toBeTypeOf('string')
  },
)
