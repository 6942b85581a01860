import { expect, test } from 'vitest'

import { parseEsModule } from './es-module.ts'
import type { GraphNode } from './hash-nodes.ts'
import { linkModules } from './module-graph.ts'

function nodeOfExport(name: string, text: string): GraphNode | undefined {
  const nothing = { resolve: () => undefined, fileText: String, stylesText: () => '' }
  const module = { ...nothing, key: 'm', label: 'm', parsed: parseEsModule(text) }
  const { nodes, resolveExport } = linkModules(new Map([['m', module]]), new Set())
  return nodes[resolveExport('m', name)[0] ?? -1]
}

const hashOfExport = (name: string, text: string) => nodeOfExport(name, text)?.deep

const cycle = (then: string, otherwise: string) => `
  function b() { return a() + 1 }
  function c() { return a() + 2 }
  function a(x) { return x ? ${then}() : ${otherwise} }
  export { a }`

test('functions that call each other depend on which of them calls which', () => {
  const original = hashOfExport('a', cycle('b', 'c'))
  expect(original).toEqual(expect.any(String))
  expect(hashOfExport('a', cycle('b', 'c').replaceAll('b()', 'd()'))).toBe(original)
  expect(hashOfExport('a', cycle('c', 'b'))).not.toBe(original)
})

test('a unit that names another many times depends on it once', () => {
  const node = nodeOfExport('all', 'const a=1,b=2,all=[a,b,a,a,b,a];export{all}')
  expect(node?.out).toHaveLength(2)
})
