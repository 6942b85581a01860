import { expect, test } from 'vitest'

import { openScriptDocs } from './components.ts'
import type { BuildScripts, StoryFile } from './story-files.ts'
import type { IndexedEntry } from './story-index.ts'

/** Scripts of one unit that refers to this many others, which do not exist, and how often those were looked at. */
function scriptsReferringTo(count: number) {
  const looked = { times: 0 }
  const module = { parsed: { units: [], exports: new Map(), bindings: new Map(), imports: new Map() } }
  const out = {
    length: count,
    *[Symbol.iterator]() {
      for (let target = 1; target <= count; target++) {
        looked.times++
        yield target
      }
    },
  }
  const files = Array.from({ length: 1_000 }, (_, i): [string, Partial<StoryFile>] => [
    `${i}.mdx`,
    { module: module as never, meta: [0], exports: new Map(), exportsById: new Map() },
  ])
  const scripts = { graph: { nodes: [{ module, out }] }, storyFiles: new Map(files), handedOver: new Map() }
  return {
    looked,
    docs: openScriptDocs(scripts as unknown as BuildScripts),
    paths: files.map(([path]) => path),
  }
}

const entryIn = (importPath: string) => ({ id: 'a--b', title: 'A', importPath }) as IndexedEntry

test.each([
  ['components without docs', 'componentOf'],
  ['docs pages', 'pageOf'],
] as const)('%s are searched for in what a unit refers to until that was done often', (_, find) => {
  const { looked, docs, paths } = scriptsReferringTo(25_000)
  for (const path of paths) expect(docs[find](entryIn(path))).toBeUndefined()
  expect(looked.times).toBeGreaterThan(1_000_000)
  expect(looked.times).toBeLessThan(20_000_000)
})
