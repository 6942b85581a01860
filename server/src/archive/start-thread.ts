import { readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ResourceLimits } from 'node:worker_threads'

/**
 * A thread that runs a module of this folder. Left to itself, each thread would load its own copy of Node's type
 * stripper: 20 MiB and 80 ms apiece, more than everything else it does. So the few modules it runs are stripped here,
 * once, and handed over.
 */
export function startThread(module: string, resourceLimits: ResourceLimits): Worker {
  const entry = new URL(module, import.meta.url).href
  const sources = collected.get(entry) ?? collectSources(entry)
  collected.set(entry, sources)
  return new Worker(bootstrap, {
    eval: true,
    name: module,
    workerData: { entry, sources },
    execArgv: [],
    resourceLimits,
  })
}

const collected = new Map<string, ReadonlyMap<string, string>>()

/** Whatever is not among the sources is loaded as always, so a module overlooked costs memory, not correctness. */
const bootstrap = `
  const { registerHooks } = require('node:module')
  const { entry, sources } = require('node:worker_threads').workerData
  registerHooks({
    load(url, context, next) {
      const source = sources.get(url)
      return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
    },
  })
  import(entry)
`

function collectSources(entry: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const visit = (url: string) => {
    if (found.has(url)) return
    const path = fileURLToPath(url)
    const source = stripTypeScriptTypes(readFileSync(path, 'utf8'))
    found.set(url, source)
    const { resolve } = createRequire(path)
    for (const [, specifier = ''] of source.matchAll(/ from '([^']+\.ts)'/g))
      visit(pathToFileURL(resolve(specifier)).href)
  }
  visit(entry)
  return found
}
