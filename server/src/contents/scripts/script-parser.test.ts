import { expect, test } from 'vitest'

import { filesInMemory } from '../testing/files-in-memory.ts'
import { openScriptParser, rememberScripts } from './script-parser.ts'

test('a script that another build had too is not parsed again', async () => {
  const scripts = rememberScripts(1_000_000)
  const read = async (build: Record<string, string>) => {
    const parser = openScriptParser(scripts)
    const modules = []
    for (const path of Object.keys(build))
      modules.push(await parser.module(filesInMemory(new Map(Object.entries(build))), path))
    return { modules, counts: parser.counts }
  }
  const runtime = 'const a=1;export{a as default}'
  const first = await read({ 'runtime-AAAAAAAA.js': runtime })
  const second = await read({ 'runtime-BBBBBBBB.js': runtime, 'other.js': 'export const b=2' })
  expect(first.counts).toEqual({ parsed: 1, cached: 0, opaque: 0 })
  expect(second.counts).toEqual({ parsed: 1, cached: 1, opaque: 0 })
  expect(second.modules[0]).toEqual(first.modules[0])
})

test('a bundle that is too large for one tree is read module by module', async () => {
  const ids = Array.from({ length: 13 }, (_, i) => `./src/${i}.ts`)
  const list = `[${'0,'.repeat(50_000)}]`
  const modules = ids.map((id) => `"${id}":(m,e,r)=>{r.d(e,{a:()=>a});const a=${list}}`)
  const text = `(self.webpackChunkx=self.webpackChunkx||[]).push([[1],{${modules.join()}}])`
  const parser = openScriptParser(rememberScripts(1_000_000))
  const bundle = await parser.bundle(filesInMemory(new Map([['1.bundle.js', text]])), '1.bundle.js')
  expect([...bundle.keys()]).toEqual(ids)
  expect([...(bundle.get('./src/12.ts')?.exports ?? [])]).toEqual([['a', { local: 'a' }]])
  expect(parser.counts).toEqual({ parsed: 1, cached: 0, opaque: 0 })
})
