import { describe, expect, test } from 'vitest'

import type { BuildFiles } from './build-files.ts'
import { compareContents } from './compare.ts'
import type { Contents } from './contents.ts'
import { fitContents } from './fit-contents.ts'
import { readContents } from './read-contents.ts'
import { openReadingTime } from './reading-time.ts'
import { threadTime } from './scripts/parser.ts'
import { openScriptParser, parserLimits, rememberScripts } from './scripts/script-parser.ts'
import { filesInMemory } from './testing/files-in-memory.ts'

const read = (files: BuildFiles, limits = parserLimits): Promise<Contents> =>
  readContents(files, openScriptParser(rememberScripts(1_000_000), limits))

const aPage = '<script type="module" crossorigin src="./assets/iframe-AAAAAAAA.js"></script>'

const entry = (id: string, more: object = {}) => ({
  id,
  type: 'story',
  title: 'Button',
  name: 'Primary',
  importPath: './Button.stories.js',
  ...more,
})

/** A Vite build of one story file, and whatever else. */
const aBuild = (files: Record<string, string>): Map<string, string> =>
  new Map(
    Object.entries({
      'iframe.html': aPage,
      'index.json': JSON.stringify({ v: 5, entries: { a: entry('button--primary') } }),
      'project.json': '{"storybookVersion":"10.6.7","framework":{"name":"@storybook/react-vite"}}',
      'assets/iframe-AAAAAAAA.js': `const files={"./Button.stories.js":()=>import("./Button-BBBBBBBB.js")};globalThis.start(files)`,
      'assets/Button-BBBBBBBB.js': `const m={title:"Button"},p={args:{}};export{m as default,p as Primary}`,
      ...files,
    }),
  )

/** What takes quadratic time takes minutes. */
const maxTime = 15_000

const buttonScript = 'assets/Button-BBBBBBBB.js'

test('an ordinary build of the same form is read in full', async () => {
  const { entries, isPartial } = await read(filesInMemory(aBuild({})))
  expect(isPartial).toBe(false)
  expect(entries).toMatchObject([{ id: 'button--primary', fingerprint: expect.any(String) }])
})

const readIndex = (text: string) => read(filesInMemory(aBuild({ 'index.json': text })))

describe('an index.json that', () => {
  test('has a million entries is left out', async () => {
    const entries = Array.from({ length: 1_000_000 }, (_, i) => `"${i}":{}`).join()
    expect(await readIndex(`{"v":5,"entries":{${entries}}}`)).toMatchObject({ entries: [], isPartial: true })
  })

  test.each([200, 200_000])('is nested %i levels deep is left out', async (depth) => {
    const text = `{"entries":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`
    expect(await readIndex(text)).toMatchObject({ entries: [], isPartial: true })
  })

  test('lists one id several times gives it once', async () => {
    const entries = { a: entry('x--y', { name: 'first' }), b: entry('x--y', { name: 'second' }) }
    expect((await readIndex(JSON.stringify({ entries }))).entries).toMatchObject([{ name: 'first' }])
  })

  test('has titles in other directions and of any length keeps a part of them', async () => {
    const title = `שלום/مرحبا ${'א'.repeat(10_000)}`
    const { entries, components } = await readIndex(
      JSON.stringify({ entries: { a: entry('x--y', { title }) } }),
    )
    expect(entries[0]?.title).toMatch(/^שלום\/مرحبا א+…$/)
    expect(entries[0]?.title).toHaveLength(500)
    expect(components).toMatchObject([{ id: 'x' }])
  })

  test('holds something else than texts is read as far as it goes', async () => {
    const entries = {
      a: null,
      b: [],
      c: 1,
      d: { id: 1 },
      e: entry('x--y', { tags: [1, 'a', {}], importPath: 3 }),
    }
    expect((await readIndex(JSON.stringify({ entries }))).entries).toMatchObject([{ tags: ['a'], file: '' }])
  })
})

test('names of built-in properties are names like any other', async () => {
  const odd = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
  const props = odd.map((name) => `${JSON.stringify(name)}:{required:true,tsType:{name:"string"}}`).join()
  const entries = odd.map((name) =>
    JSON.stringify(entry(`${name}--primary`, { tags: odd, importPath: name })),
  )
  const files = aBuild({
    'index.json': `{"entries":{${odd.map((name, i) => `"${name}":${entries[i] ?? ''}`).join()}}}`,
    'assets/iframe-AAAAAAAA.js': `const files={${odd.map((name) => `["./${name}"]:()=>import("./Button-BBBBBBBB.js")`).join()}};start(files)`,
    [buttonScript]: `function B(){}B.__docgenInfo={displayName:"__proto__",props:{${props}}};const constructor={component:B},__proto__={args:{["__proto__"]:1}};export{constructor as default,__proto__ as Primary,B as constructor}`,
    'manifests/components.json': `{"v":0,"components":{"__proto__":{"id":"__proto__","name":"constructor","stories":[{"id":"__proto__--primary","snippet":"<a/>"}]}}}`,
  })
  const contents = await read(filesInMemory(files))
  expect(contents.entries.map(({ id, tags }) => [id, tags])).toEqual(
    odd.map((name) => [`${name}--primary`, odd]),
  )
  expect(contents.entries[0]).toMatchObject({ example: '<a/>', fingerprint: expect.any(String) })
  expect(contents.components.map(({ props: found }) => found?.map(({ name }) => name))).toEqual(
    odd.map(() => odd),
  )
  expect(({} as { required?: boolean }).required).toBeUndefined()
})

const readScript = (text: string) => read(filesInMemory(aBuild({ [buttonScript]: text })))

/** A build with a script that nobody may read. */
const withHugeScript = (checksum: string): BuildFiles => {
  const inner = filesInMemory(aBuild({}))
  return {
    ...inner,
    bytes: (path) => (path === buttonScript ? 200_000_000 : inner.bytes(path)),
    checksum: (path) => (path === buttonScript ? checksum : inner.checksum(path)),
    text: (path, maxBytes) =>
      path === buttonScript ? Promise.reject(new Error('was read')) : inner.text(path, maxBytes),
  }
}

describe('a script that', () => {
  const story = 'export const Primary={args:{}};export default {title:"Button"};'

  test('is larger than any real one is not read, and what it does is unknown', async () => {
    const [before, same, other] = await Promise.all(
      ['1', '1', '2'].map(withHugeScript).map((each) => read(each)),
    )
    if (!before || !same || !other) throw new Error('not read')
    expect(before).toMatchObject({ isPartial: true, entries: [{ id: 'button--primary', isUncertain: true }] })
    expect(compareContents(before, same).counts).toMatchObject({ unchanged: 1, unknown: 0 })
    expect(compareContents(before, other).counts).toMatchObject({ changed: 0, unknown: 1 })
  })

  test.each([
    ['is not JavaScript', 'this is not } a script'],
    ['has nested brackets', `const x=${'['.repeat(200_000)}${']'.repeat(200_000)};${story}`],
    [
      'adds up 60,000 terms',
      `const x=${Array.from({ length: 60_000 }, (_, i) => `a${i}`).join('+')};${story}`,
    ],
    ['calls 20,000 functions in each other', `const x=${'f('.repeat(20_000)}${')'.repeat(20_000)};${story}`],
    ['chains 50,000 members', `const x=a${'.b'.repeat(50_000)};${story}`],
    ['nests 5,000 blocks', `function f(){${'{if(a)'.repeat(5_000)};${'}'.repeat(5_000)}}${story}`],
    ['nests 3,000 patterns', `const ${'[{a:'.repeat(3_000)}x${'}]'.repeat(3_000)}=y;${story}`],
    ['has two million tokens', `const x=[${'0,'.repeat(1_000_000)}];${story}`],
  ])('%s leaves the rest of the build', async (_, text) => {
    const { entries, preview } = await readScript(text)
    expect(entries).toMatchObject([{ id: 'button--primary', fingerprint: expect.any(String) }])
    expect(preview).toEqual(expect.any(String))
  })

  test.each([
    [
      'one long string',
      (long: string) => `export default {parameters:{docs:{description:{component:"${long}"}}}}`,
    ],
    ['one long name', (long: string) => `const ${long}=1;export{${long} as Primary};`],
    ['one long path', (long: string) => `export default {component:"./${long}.png"}`],
    [
      'one long type',
      (long: string) =>
        `function B(){}B.__docgenInfo={props:{x:{tsType:{name:"${long}"}}}};export default {component:B}`,
    ],
    ['one long address', (long: string) => `import "./${long}.js";export default import("${long}")`],
  ])('repeats a character in %s takes no longer for it', async (_, script) => {
    for (const character of ['a', '-', '.', '/', '|', '_']) {
      const started = performance.now()
      await readScript(script(character.repeat(300_000)))
      expect(performance.now() - started).toBeLessThan(maxTime)
    }
  })
})

test('modules that import each other in circles, with exports that nobody has, are read', async () => {
  const count = 1_000
  const files = aBuild({})
  for (let i = 0; i < count; i++) {
    const others = Array.from({ length: 10 }, (_, k) => `./m${(i * 31 + k * 97 + 1) % count}.js`)
    const stars = others.map((path) => `export*from"${path}"`).join(';')
    files.set(
      `assets/m${i}.js`,
      `import{missing${i} as x}from"${others[0] ?? ''}";${stars};export const v${i}=()=>x`,
    )
  }
  files.set(buttonScript, `import{nobody}from"./m0.js";export const Primary={render:nobody};export default{}`)
  const { entries, isPartial } = await read(filesInMemory(files))
  expect(entries).toMatchObject([{ fingerprint: expect.any(String) }])
  expect(isPartial).toBe(false)
})

test('of too many scripts a part is read', async () => {
  const files = aBuild({})
  const names = Array.from({ length: 3_000 }, (_, i) => `./t${i}.js`)
  for (const name of names) files.set(`assets${name.slice(1)}`, 'export{}')
  files.set(
    buttonScript,
    `${names.map((name) => `import"${name}"`).join(';')};export const Primary={};export default{}`,
  )
  expect(await read(filesInMemory(files), { ...parserLimits, scripts: 1_000 })).toMatchObject({
    isPartial: true,
    entries: [{ id: 'button--primary', isUncertain: true }],
  })
})

test('what is not known when the time for a build is up stays unknown', async () => {
  const files = filesInMemory(aBuild({}))
  const whole = await read(files)
  const partial = await readContents(files, openScriptParser(rememberScripts(1)), () => true)
  expect(partial).toMatchObject({
    isPartial: true,
    hasAllEntries: true,
    entries: [{ id: 'button--primary' }],
  })
  expect(partial.entries[0]).not.toHaveProperty('fingerprint')
  const unknown = { unknown: 1, unchanged: 0, changed: 0 }
  expect(compareContents(partial, partial).counts).toMatchObject(unknown)
  expect(compareContents(whole, partial).counts).toMatchObject(unknown)
})

test('the time for a build is what the thread computes beyond parsing scripts, and stays up', () => {
  let parsed = 0
  const parser = { parsingMs: () => parsed }
  const isTimeUp = openReadingTime(parser, 10)
  for (const started = threadTime(); threadTime() - started < 20;) Math.sqrt(2)
  parsed = 1_000
  expect(isTimeUp()).toBe(false)
  parsed = 0
  expect(isTimeUp()).toBe(true)
  parsed = 1_000
  expect(isTimeUp()).toBe(true)
})

test('pages and styles of a single character are read at once', async () => {
  for (const character of ['<', 'a', ' ', '"', '(', 'u']) {
    const long = character.repeat(1_000_000)
    const files = aBuild({
      'iframe.html': `${aPage}<script ${long}<link rel="stylesheet" ${long}`,
      'assets/a.css': `url(${long}url( ${long}`,
    })
    const started = performance.now()
    await read(filesInMemory(files))
    expect(performance.now() - started).toBeLessThan(maxTime)
  }
})

test('of stylesheets with too many addresses no more are looked up, and their content counts as it is', async () => {
  const addresses = Array.from({ length: 150_000 }, (_, i) => `url(${i}.png)`)
  const styles = (end: string) => ({
    'iframe.html': `${aPage}<link rel="stylesheet" href="assets/a.css"><link rel="stylesheet" href="assets/b.css">`,
    'assets/a.css': addresses.join(''),
    'assets/b.css': `${addresses.join('')}${end}`,
  })
  let lookedUp = 0
  const previewOf = async (end: string) => {
    const inner = filesInMemory(aBuild(styles(end)))
    const has = (path: string) => {
      if (path.endsWith('.png')) lookedUp++
      return inner.has(path)
    }
    return (await read({ ...inner, has })).preview
  }
  expect(await previewOf('a{}')).not.toBe(await previewOf('b{}'))
  expect(lookedUp).toBeLessThan(500_000)
})

test('a manifest larger than all real ones together is left out', async () => {
  const files = aBuild({})
  for (let i = 0; i < 6; i++) {
    const description = 'x'.repeat(4_000_000)
    const content = {
      components: { [`c${i}`]: { id: `c${i}`, description, argTypes: { a: { name: 'a' } } } },
    }
    files.set(`services/core/docgen/c${i}.json`, JSON.stringify(content))
  }
  expect(await read(filesInMemory(files))).toMatchObject({ isPartial: true, components: [{ id: 'button' }] })
})

test('what is kept of a build has a size limit: first goes code, then props, then reasons', async () => {
  const contents = await read(
    filesInMemory(
      aBuild({
        [buttonScript]: `function B(){}B.__docgenInfo={props:{size:{tsType:{name:"number"}}}};const m={component:B},p={args:{}};p.parameters={docs:{source:{originalSource:"${'x'.repeat(3_000)}"}}};export{m as default,p as Primary}`,
      }),
    ),
  )
  const bytes = JSON.stringify(contents).length
  expect(fitContents(contents, bytes)).toBe(contents)
  const withoutCode = fitContents(contents, bytes - 1)
  expect(withoutCode).toMatchObject({ isPartial: true, components: [{ props: [{ name: 'size' }] }] })
  expect(withoutCode.entries[0]).not.toHaveProperty('example')
  const withoutProps = fitContents(contents, JSON.stringify(withoutCode).length - 1)
  expect(withoutProps.components[0]).not.toHaveProperty('props')
  expect(withoutProps.entries[0]).toHaveProperty('sources')
  const withoutReasons = fitContents(contents, JSON.stringify(withoutProps).length - 1)
  expect(withoutReasons).toMatchObject({ sources: [], modules: [], hasAllEntries: true })

  const entries = Array.from({ length: 1000 }, (_, i) => ({ ...withoutReasons.entries[0], id: `b-${i}--a` }))
  const cut = fitContents({ ...withoutReasons, entries } as Contents, 20_000)
  expect(JSON.stringify(cut).length).toBeLessThanOrEqual(20_000)
  expect(cut.entries.length).toBeGreaterThan(50)
  expect(cut.hasAllEntries).toBe(false)
})

test('a text that many entries share counts for each of them', async () => {
  const contents = await read(filesInMemory(aBuild({})))
  const example = 'x'.repeat(600_000)
  const entries = Array.from({ length: 1_000 }, (_, i) =>
    entry(`button--${i}`, { kind: 'story', tags: [], example }),
  )
  const fitting = fitContents({ ...contents, entries } as unknown as Contents)
  expect(fitting).toMatchObject({ isPartial: true, entries: { length: 1_000 } })
  expect(fitting.entries[0]).not.toHaveProperty('example')
})

test('a page that names a long text thousands of times has as much of it as fits', async () => {
  const page = `const t="${'x'.repeat(60_000)}";function P(e){const c={wrapper:"w",...e.components};return j(c.p,{children:[${'t,'.repeat(10_000)}]})}export{P as default}`
  const files = aBuild({
    'index.json': JSON.stringify({
      entries: { a: entry('page--docs', { type: 'docs', importPath: './Page.mdx' }) },
    }),
    'assets/iframe-AAAAAAAA.js': `const files={"./Page.mdx":()=>import("./Button-BBBBBBBB.js")};start(files)`,
    [buttonScript]: page,
  })
  expect((await read(filesInMemory(files))).entries[0]?.text).toHaveLength(64_000)
})

/** A webpack build whose main bundle is no JavaScript. */
const withUnreadableMain = (text: string) =>
  filesInMemory(
    aBuild({
      'iframe.html':
        '<script src="main.iframe.bundle.js"></script><script src="1.iframe.bundle.js"></script>',
      'main.iframe.bundle.js': `(self.webpackChunk=[]).push([[2],{"./storybook-config-entry.js":?? ${text}`,
      '1.iframe.bundle.js': `(self.webpackChunk=[]).push([[1],{"./Button.stories.js":(m,e,r)=>{r.d(e,{default:()=>d,Primary:()=>p});const d={},p={}}}])`,
    }),
  )

test('a preview in a bundle that cannot be read is another one once that bundle changes', async () => {
  const [before, after] = [await read(withUnreadableMain('one')), await read(withUnreadableMain('two'))]
  expect(compareContents(before, after)).toMatchObject({ isPreviewChanged: true })
  const again = await read(withUnreadableMain('one'))
  expect(compareContents(before, again)).toMatchObject({ isPreviewChanged: false })
})

test('names of modules and components are clipped, and can be stored', async () => {
  const id = `./${'x'.repeat(100_000)}.js`
  const contents = await read(
    filesInMemory(
      aBuild({
        'iframe.html': '<script src="main.iframe.bundle.js"></script>',
        'main.iframe.bundle.js': `(self.webpackChunk=self.webpackChunk||[]).push([[1],{"./Button.stories.js":(m,e,r)=>{var b=r("${id}");r.d(e,{default:()=>d,Primary:()=>p});const d={component:b.B},p={}},"${id}":(m,e,r)=>{r.d(e,{B:()=>B});function B(){}}}])`,
        'manifests/components.json': JSON.stringify({
          components: { a: { id: 'button', name: `But\u0000ton${'x'.repeat(10_000)}` } },
        }),
      }),
    ),
  )
  expect(contents.modules.map(({ name }) => name.length)).toContain(200)
  expect(contents.components[0]?.name).toMatch(/^But tonx{192}…$/)
})

test('entries that depend on very many modules have no reasons', { tags: ['long'] }, async () => {
  const modules = Array.from({ length: 500 }, (_, i) => i)
  const imports = modules.map((i) => `import{v as v${i}}from"./m${i}.js"`).join(';')
  const files = aBuild({
    'index.json': JSON.stringify({
      entries: Object.fromEntries(
        Array.from({ length: 10_000 }, (_, i) => [i, entry(`button--p${i}`, { exportName: 'Primary' })]),
      ),
    }),
    [buttonScript]: `${imports};const m={a:[${modules.map((i) => `v${i}`).join()}]},p={args:{}};export{m as default,p as Primary}`,
  })
  for (const i of modules) files.set(`assets/m${i}.js`, `export const v=f(${i})`)
  const { entries } = await read(filesInMemory(files))
  expect(entries.at(-1)).toMatchObject({ fingerprint: expect.any(String) })
  expect(entries.at(-1)).not.toHaveProperty('sources')
})
