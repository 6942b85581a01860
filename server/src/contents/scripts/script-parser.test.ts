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
