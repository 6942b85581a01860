import { expect, test } from 'vitest'

import { compareContents } from './compare.ts'
import type { Contents } from './contents.ts'
import { readContents } from './read-contents.ts'
import { openScriptParser, rememberScripts } from './scripts/script-parser.ts'
import { filesInMemory } from './testing/files-in-memory.ts'

const context = './src sync recursive ^\\\\.\\\\/.*$'

type Modules = Record<string, string>

/** The body of each module, as webpack 5 writes them for Storybook 6.5. */
const storyModules: Modules = {
  './src/Button.stories.js': `r.r(e),r.d(e,{Zoo:()=>Zoo,Alone:()=>Alone,__namedExportsOrder:()=>o,default:()=>d});
    var j=r("./node_modules/react/jsx-runtime.js"),Button=function(p){return(0,j.jsx)("button",{children:p.label})};
    Button.__docgenInfo={description:"A button.",displayName:"Button",props:{label:{type:{name:"string"},required:!0}}};
    const d={title:"Forms/Button",component:Button};var T=a=>(0,j.jsx)(Button,a);
    var Zoo=T.bind({});Zoo.args={label:"Go"};var Alone=T.bind({});Alone.storyName="By itself",Alone.args={label:"x"};
    var o=["Zoo","Alone"]`,
  './src/Card.stories.js': `r.r(e),r.d(e,{Plain:()=>Plain,plainData:()=>plainData});var Plain=()=>"card",plainData={};
    r.d(e,["default",0,{title:"Layout/Card",id:"cards",excludeStories:/.*Data$/}])`,
  './src/Intro.stories.mdx': `r.d(e,{__page:()=>page,default:()=>x});var page=()=>{throw new Error("Docs-only story")};
    page.parameters={docsOnly:!0};var m={title:"Intro",includeStories:["__page"]};const x=m`,
}

const react = '"./node_modules/react/jsx-runtime.js"(m,e,r){e.jsx=function(){}}'

const aPage = (main: string) =>
  new Map([
    [
      'iframe.html',
      '<script src="runtime~main.1234abcd.iframe.bundle.js"></script><script src="main.1234abcd.iframe.bundle.js"></script>',
    ],
    ['project.json', JSON.stringify({ storybookVersion: '6.5.16', framework: { name: 'react' } })],
    ['runtime~main.1234abcd.iframe.bundle.js', '(()=>{})()'],
    ['main.1234abcd.iframe.bundle.js', main],
  ])

function aBuild(modules: Modules = storyModules) {
  const map = Object.fromEntries(Object.keys(modules).map((path) => [path.replace('/src', ''), path]))
  const table = [
    react,
    ...Object.entries(modules).map(([path, body]) => `"${path}"(m,e,r){"use strict";${body}}`),
    `"${context}"(m,e,r){const map=${JSON.stringify(map)};function c(q){return r(map[q])}m.exports=c}`,
    '"./client.js"(m,e,r){e.configure=()=>{}}',
    `"./generated-stories-entry.cjs"(m,e,r){(0,r("./client.js").configure)([r("${context}")],m,!1)}`,
    '"./.storybook/preview.js-generated-config-entry.js"(m,e,r){globalThis.preview={layout:"centered"}}',
  ]
  return aPage(`(self.webpackChunkx=self.webpackChunkx||[]).push([[792],{${table.join()}}]);`)
}

const read = (files: ReadonlyMap<string, string>): Promise<Contents> =>
  readContents(filesInMemory(files), openScriptParser(rememberScripts(1)))

const ids = ({ entries }: Contents) => entries.map(({ id }) => id)

test('stories that Storybook 6 does not list are found in its bundle', async () => {
  const { entries, components, hasAllEntries } = await read(aBuild())
  expect(entries).toMatchObject([
    { id: 'forms-button--zoo', kind: 'story', title: 'Forms/Button', name: 'Zoo' },
    { id: 'forms-button--alone', kind: 'story', title: 'Forms/Button', name: 'By itself' },
    { id: 'cards--plain', kind: 'story', title: 'Layout/Card', name: 'Plain' },
    { id: 'intro--page', kind: 'docs', title: 'Intro', name: 'Page' },
  ])
  expect(hasAllEntries).toBe(true)
  expect(components).toMatchObject([
    {
      id: 'forms-button',
      name: 'Button',
      description: 'A button.',
      props: [{ name: 'label', isRequired: true }],
    },
    { id: 'cards', name: 'Card' },
  ])
})

test('of two such builds, the story that changed is found', async () => {
  const changed = storyModules['./src/Button.stories.js']?.replace('label:"Go"', 'label:"Stop"') ?? ''
  const after = await read(aBuild({ ...storyModules, './src/Button.stories.js': changed }))
  expect(compareContents(await read(aBuild()), after)).toMatchObject({
    changed: [{ id: 'forms-button--zoo' }],
    counts: { changed: 1, unchanged: 3, unknown: 0 },
    isPreviewChanged: false,
  })
})

test.each([
  ['has no title of its own', 'r.d(e,{A:()=>A});var A=()=>1;r.d(e,["default",0,{component:A}])'],
  ['adds its stories by calls', 'r("./client.js").storiesOf("Old",m).add("first",()=>1)'],
  [
    'says with a pattern that is not run which exports are stories',
    'r.d(e,{A:()=>A});var A=()=>1;r.d(e,["default",0,{title:"A",includeStories:/(a+)+$/}])',
  ],
])('if a story file %s, its stories are missing and the list is not complete', async (_, body) => {
  const contents = await read(aBuild({ ...storyModules, './src/Other.stories.js': body }))
  expect(contents).toMatchObject({ hasAllEntries: false, isPartial: true })
  expect(ids(contents)).toEqual(ids(await read(aBuild())))
})

test('stories are found in what webpack 4 writes', async () => {
  const main = `(window.webpackJsonp=window.webpackJsonp||[]).push([[0],{
    0:function(m,e,r){r("./generated-stories-entry.js"),m.exports=1},
    "./generated-stories-entry.js":function(m,e,r){"use strict";(function(m){(0,r("./client.js").configure)([r("${context}")],m,!1)}).call(this,r("./node_modules/webpack/buildin/module.js")(m))},
    "${context}":function(m,e,r){var map={"./Card.stories.js":"./src/Card.stories.js"};function c(q){return r(map[q])}m.exports=c},
    "./src/Card.stories.js":function(m,e,r){"use strict";r.r(e),r.d(e,"Plain",(function(){return Plain})),r.d(e,"Round",(function(){return Round}));e.default={title:"Layout/Card"};var Plain=function(){return"card"},Round=function(){return"round"}}
  },[[0,1,2]]]);`
  expect(ids(await read(aPage(main)))).toEqual(['layout-card--plain', 'layout-card--round'])
})

test('a list of stories that the build has is taken instead', async () => {
  const stories = {
    'forms-button--zoo': {
      id: 'forms-button--zoo',
      title: 'Forms/Button',
      name: 'Zoo',
      importPath: './src/Button.stories.js',
    },
    'intro--page': {
      id: 'intro--page',
      kind: 'Intro',
      story: 'Page',
      parameters: { docsOnly: true, fileName: './src/Intro.stories.mdx' },
    },
  }
  const contents = await read(aBuild().set('stories.json', JSON.stringify({ v: 3, stories })))
  expect(contents).toMatchObject({
    hasAllEntries: true,
    entries: [
      { id: 'forms-button--zoo', kind: 'story', fingerprint: expect.any(String) as string },
      { id: 'intro--page', kind: 'docs', title: 'Intro', name: 'Page', file: './src/Intro.stories.mdx' },
    ],
  })
})

test('a build with neither has no stories, and does not claim so', async () => {
  const contents = await read(aPage('(self.webpackChunkx=self.webpackChunkx||[]).push([[1],{}]);'))
  expect(contents).toMatchObject({ entries: [], hasAllEntries: false })
})

const aStory = (meta: string) => `r.d(e,{Plain:()=>Plain,default:()=>d});var Plain=()=>"";const d=${meta}`

test.each([
  ['a pattern with flags', '{title:"A",includeStories:/plain$/i}'],
  ['settings that are spread', '{title:"A",...globalThis.shared}'],
  ['too many names', `{title:"A",excludeStories:${JSON.stringify(Array.from({ length: 1001 }, String))}}`],
  ['an id that is too long', `{title:"${'a'.repeat(5000)}"}`],
])('%s may hide stories, so the list is not complete', async (_, meta) => {
  const { hasAllEntries } = await read(aBuild({ ...storyModules, './src/Odd.stories.js': aStory(meta) }))
  expect(hasAllEntries).toBe(false)
})

test('a file that the scripts lack may have stories, so the list is not complete', async () => {
  const build = aBuild()
  const main = 'main.1234abcd.iframe.bundle.js'
  const renamed = String(build.get(main)).replace('"./src/Card.stories.js"(m', '"./src/Other.js"(m')
  const { entries, hasAllEntries } = await read(build.set(main, renamed))
  expect(entries.length).toBeGreaterThan(0)
  expect(hasAllEntries).toBe(false)
})

test('a start script that names one context many times reads it once', async () => {
  const build = aBuild()
  const main = 'main.1234abcd.iframe.bundle.js'
  const contexts = `r("${context}");`.repeat(20_000)
  const files = Array.from({ length: 20_000 }, (__, i) => `"./f${i}":"./f${i}.js"`).join()
  const many = String(build.get(main))
    .replace('(0,r("./client.js")', () => `${contexts}(0,r("./client.js")`)
    .replace('const map={', () => `const map={${files},`)
  expect(ids(await read(build.set(main, many)))).toContain('forms-button--zoo')
})
