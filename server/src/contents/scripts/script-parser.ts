import { hash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'

import { LRUCache } from 'lru-cache'

import type { BuildFiles } from '../build-files.ts'
import { parseEsModule } from './es-module.ts'
import { opaqueModule } from './parsed-script.ts'
import type { ParsedModule } from './parsed-script.ts'
import { threadTime } from './parser.ts'
import { withSteps } from './steps.ts'
import { parseWebpackBundle } from './webpack-bundle.ts'

/** Reads scripts, and remembers them by their content: Storybook's own are the same in thousands of versions. */
export interface ScriptParser {
  module: (files: BuildFiles, path: string) => Promise<ParsedModule>
  bundle: (files: BuildFiles, path: string) => Promise<ReadonlyMap<string, ParsedModule>>
  /** How many scripts were parsed, taken from the cache, and left unread because of a limit. */
  counts: { parsed: number; cached: number; opaque: number }
  /** How many milliseconds the thread has parsed scripts. */
  parsingMs: () => number
}

type ParsedModules = ReadonlyMap<string, ParsedModule>

/** Scripts that were parsed, by the hash of their text, as bytes: they do not take room on the heap. */
export interface ParsedScripts {
  get: (key: string) => Buffer | undefined
  set: (key: string, bytes: Buffer) => void
}

export function rememberScripts(maxBytes: number): ParsedScripts {
  const scripts = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length })
  return { get: (key) => scripts.get(key), set: (key, bytes) => void scripts.set(key, bytes) }
}

/** They hold whatever is in the cache, so that the same build always gives the same contents. */
export interface ParserLimits {
  /** of one script */
  scriptBytes: number
  /** of all scripts of a build together */
  totalBytes: number
  /** how many scripts are read at all */
  scripts: number
  /** units of all scripts, and what they refer to */
  units: number
  refs: number
  /** what is looked at in one script, beyond parsing it */
  steps: number
  /** milliseconds of parsing; the only limit that depends on the machine */
  parseTime: number
}

export const parserLimits: ParserLimits = {
  scriptBytes: 10 * 1024 * 1024,
  totalBytes: 64_000_000,
  scripts: 10_000,
  units: 200_000,
  refs: 2_000_000,
  steps: 40_000_000,
  parseTime: 18_000,
}

export function openScriptParser(cache: ParsedScripts, limits: ParserLimits = parserLimits): ScriptParser {
  const counts = { parsed: 0, cached: 0, opaque: 0 }
  const left = { ...limits, bytes: limits.totalBytes }

  const isUsedUp = () => left.bytes < 0 || left.units < 0 || left.refs < 0 || left.parseTime < 0

  async function read(
    files: BuildFiles,
    path: string,
    kind: string,
    parse: (text: string) => ParsedModules,
  ): Promise<ParsedModules> {
    left.bytes -= files.bytes(path)
    if (--left.scripts < 0 || isUsedUp()) return opaque(files.checksum(path))
    const text = await files.text(path, limits.scriptBytes)
    if (text === undefined) return opaque(files.checksum(path))
    const modules = recall(text, kind, parse)
    // With the names of what it imports: they change with its content, which is not followed.
    if (!modules) return opaque(files.checksum(path))
    for (const { units } of modules.values()) {
      left.units -= units.length
      for (const { refs } of units) left.refs -= refs.length
    }
    return isUsedUp() ? opaque(files.checksum(path)) : modules
  }

  function recall(
    text: string,
    kind: string,
    parse: (text: string) => ParsedModules,
  ): ParsedModules | undefined {
    const key = kind + hash('sha256', text, 'base64url')
    const known = remembered(key)
    if (known) {
      counts.cached++
      return known
    }
    const started = threadTime()
    const parsed = withSteps(limits.steps, () => tryParse(text, parse))
    left.parseTime -= threadTime() - started
    if (!parsed) return undefined
    counts.parsed++
    const bytes = serialize(parsed)
    cache.set(key, bytes)
    // What was parsed consists of slices of the text, which would keep all of it in memory.
    return deserialize(bytes) as ParsedModules
  }

  function remembered(key: string): ParsedModules | undefined {
    const bytes = cache.get(key)
    try {
      return bytes && (deserialize(bytes) as ParsedModules)
    } catch {
      // It was damaged on the disk.
      return undefined
    }
  }

  function opaque(text: string): ParsedModules {
    counts.opaque++
    return new Map([['', opaqueModule(text)]])
  }

  return {
    counts,
    parsingMs: () => limits.parseTime - left.parseTime,
    module: async (files, path) => {
      const modules = await read(files, path, 'module', (text) => new Map([['', parseEsModule(text)]]))
      return modules.get('') ?? opaqueModule('')
    },
    bundle: async (files, path) => {
      const modules = await read(files, path, 'bundle', parseWebpackBundle)
      const whole = modules.get('')
      return whole ? new Map([[path, whole]]) : modules
    },
  }
}

/** Undefined for what is not JavaScript or nested too deep. */
function tryParse<T>(text: string, parse: (text: string) => T): T | undefined {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}
