import { expect, test } from 'vitest'

import { compareContents } from './compare.ts'
import type { Contents } from './contents.ts'
import { readContents } from './read-contents.ts'
import { openScriptParser, rememberScripts } from './scripts/script-parser.ts'
import { filesInMemory } from './testing/files-in-memory.ts'

const components = Array.from({ length: 40 }, (_, i) => `C${i}`)

/** Code that the stories of a component depend on. A minifier puts all of it into one statement. */
const codeOf = (name: string, padding: string): string =>
  Array.from(
    { length: 20 },
    (_, i) => `${name}f${i}=(a,b)=>a.size===b?${name}f${i + 1}(a):[b,"${padding}"]`,
  ).join()

interface Chunk {
  /** How large a story of `C7` is. */
  size?: number
  /** Whether the page's own script holds everything. */
  isInline?: boolean
  padding?: string
}

/** As Rolldown and Rollup write all story files into one chunk. */
function aBuild({ size = 2, isInline = false, padding = '' }: Chunk): ReadonlyMap<string, string> {
  const code = components.map((name) => {
    const story = `${name}s={args:{size:${name === 'C7' ? size : 2}}}`
    const meta = `${name}m={title:"Kit/${name}",component:${name}f0}`
    const namespace = isInline
      ? `Object.freeze(Object.defineProperty({__proto__:null,Small:${name}s,default:${name}m},Symbol.toStringTag,{value:"Module"}))`
      : `e({Small:()=>${name}s,default:()=>${name}m})`
    return `${codeOf(name, padding)},${name}f20=a=>a,${meta},${story},${name}n=${namespace}`
  })
  const chunk = `var e=a=>a,${code.join()};`
  const importers = components.map((name) => {
    const loaded = isInline
      ? `Promise.resolve().then(()=>${name}n)`
      : `import("./all.js").then(e=>e.${name}n)`
    return `"./${name}.stories.js":()=>${loaded}`
  })
  const start = `const files={${importers.join()}};globalThis.start(files)`
  const exported = components.map((name) => `${name}n`).join()
  const entries = components.map((name) => [
    name,
    {
      id: `kit-${name}--small`,
      type: 'story',
      title: `Kit/${name}`,
      name: 'Small',
      importPath: `./${name}.stories.js`,
    },
  ])
  return new Map([
    ['iframe.html', '<script type="module" src="./assets/page.js"></script>'],
    ['index.json', JSON.stringify({ v: 5, entries: Object.fromEntries(entries) as object })],
    ['assets/page.js', isInline ? chunk + start : start],
    ['assets/all.js', `${chunk}export{${exported}}`],
  ])
}

const read = (chunk: Chunk): Promise<Contents> =>
  readContents(filesInMemory(aBuild(chunk)), openScriptParser(rememberScripts(1)))

test.each([{ isInline: false }, { isInline: true }])(
  'of two builds with all stories in one chunk, the story that changed is found: %o',
  async (chunk) => {
    const [before, after] = [await read(chunk), await read({ ...chunk, size: 3 })]
    expect(before.isPartial).toBe(false)
    expect(compareContents(before, after)).toMatchObject({
      changed: [{ id: 'kit-C7--small' }],
      counts: { changed: 1, unchanged: 39, unknown: 0 },
      isPreviewChanged: false,
    })
  },
)

test('a chunk with more code than fits into one syntax tree is read', { tags: ['long'] }, async () => {
  const padding = '",1,1,1,1,1,1,1,1,1,1,"'.repeat(80)
  const build = aBuild({ padding })
  expect(build.get('assets/all.js')?.length).toBeGreaterThan(1_400_000)
  const [before, after] = [await read({ padding }), await read({ padding, size: 3 })]
  expect(compareContents(before, after).counts).toMatchObject({ changed: 1, unchanged: 39, unknown: 0 })
})
