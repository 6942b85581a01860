import { listedFiles } from './build-module.ts'
import type { BuildModule } from './build-module.ts'
import { hashNodes } from './hash-nodes.ts'
import type { DraftNode, GraphNode } from './hash-nodes.ts'
import { isStarExport } from './parsed-script.ts'
import type { Ref } from './ref.ts'

/** Every unit of a build, hashed with everything it depends on. */
export interface ModuleGraph {
  nodes: readonly GraphNode[]
  modules: ReadonlyMap<string, BuildModule>
  /** All exports of a module, with its effects. */
  wholeOf: (key: string) => number | undefined
  unitOf: (key: string, unit: number) => number
  resolveRef: (module: BuildModule, ref: Ref) => number[]
  resolveExport: (key: string, name: string) => number[]
}

const maxReexports = 20
/** Of all `export * from` that are looked through to find exports. */
const maxStarLookups = 500_000

/** `entries` are the modules that a page starts; their effects belong to the preview, not to what imports them. */
export function linkModules(
  modules: ReadonlyMap<string, BuildModule>,
  entries: ReadonlySet<string>,
): ModuleGraph {
  const firstUnit = new Map<string, number>()
  let count = 0
  for (const { key, parsed } of modules.values()) {
    firstUnit.set(key, count)
    count += parsed.units.length
  }
  const order = new Map([...modules.keys()].map((key, position) => [key, position]))
  /** The side effects of a module and of all it imports. */
  const effectsOf = (key: string) => offset(order.get(key), count)
  const wholeOf = (key: string) => offset(order.get(key), count + modules.size)
  const unitOf = (key: string, unit: number) => (firstUnit.get(key) ?? 0) + unit

  let starLookupsLeft = maxStarLookups
  const starsByModule = new Map<string, { from: string }[]>()

  /** What a module exports with `export * from`. */
  function starsOf({ key, parsed }: BuildModule): { from: string }[] {
    const known = starsByModule.get(key)
    if (known) return known
    const stars = [...parsed.exports].flatMap(([name, ref]) =>
      isStarExport(name) && 'from' in ref ? [ref] : [],
    )
    starsByModule.set(key, stars)
    return stars
  }

  function resolveExport(key: string, name: string, depth = 0): number[] {
    const module = modules.get(key)
    const whole = wholeOf(key)
    if (!module || whole === undefined || depth > maxReexports) return []
    const exported = name === '*' ? undefined : module.parsed.exports.get(name)
    if (exported) return resolveRef(module, exported, depth + 1)
    if (name !== '*') {
      for (const ref of starsOf(module)) {
        if (starLookupsLeft-- <= 0) break
        const from = module.resolve(ref.from)
        const found = from === undefined ? [] : resolveExport(from, name, depth + 1)
        if (found.length > 0 && found[0] !== wholeOf(from ?? '')) return found
      }
    }
    // All of it, or a CommonJS module, whose exports are not known.
    return [whole]
  }

  function resolveRef(module: BuildModule, ref: Ref, depth = 0): number[] {
    if ('dynamic' in ref) {
      const whole = wholeOf(module.resolve(ref.dynamic) ?? '')
      return whole === undefined ? [] : [whole]
    }
    if ('from' in ref) {
      const key = module.resolve(ref.from)
      return key === undefined ? [] : resolveExport(key, ref.name, depth)
    }
    if (!('local' in ref)) return []
    const imported = module.parsed.imports.get(ref.local)
    if (imported) return resolveRef(module, imported, depth + 1)
    const unit = module.parsed.bindings.get(ref.local)
    return unit === undefined ? [] : [unitOf(module.key, unit)]
  }

  /** The same reference occurs many times in a module. */
  function resolveRefsOf(module: BuildModule): (ref: Ref) => readonly number[] | string {
    const known = new Map<Ref, readonly number[] | string>()
    const resolve = (ref: Ref) => {
      if ('file' in ref) return module.fileText(ref.file)
      if ('files' in ref) return module.stylesText(ref.files)
      if ('local' in ref && isGlobal(module, ref.local)) return ref.local
      if ('fileNumbers' in ref) return module.stylesText(listedFiles(module.parsed, ref.fileNumbers))
      return resolveRef(module, ref)
    }
    return (ref) => {
      const found = known.get(ref) ?? resolve(ref)
      known.set(ref, found)
      return found
    }
  }

  const drafts: DraftNode[] = []
  for (const module of modules.values()) {
    const { units } = module.parsed
    const refOf = resolveRefsOf(module)
    for (const unit of units) {
      const attached = unit.attached.filter((index) => !units[index]?.isDocumentation)
      drafts.push({
        module,
        unit,
        shape: unit.shape,
        refs: unit.refs.map(refOf),
        extra: attached.map((index) => unitOf(module.key, index)),
      })
    }
  }
  for (const module of modules.values()) {
    const { key, parsed } = module
    const imported = new Set(
      parsed.dependencies.map((specifier) => effectsOf(module.resolve(specifier) ?? '')),
    )
    const own = parsed.effects.map((unit) => unitOf(key, unit))
    const extra = entries.has(key) ? [] : [...own, ...[...imported].filter((node) => node !== undefined)]
    drafts.push({ module, unit: undefined, shape: 'effects', refs: [], extra })
  }
  for (const module of modules.values()) {
    const exported = [...module.parsed.exports.keys()].flatMap((name) => {
      const ref = module.parsed.exports.get(name)
      return isStarExport(name) && ref ? resolveRef(module, ref) : resolveExport(module.key, name)
    })
    const effects = effectsOf(module.key)
    const extra = [...new Set([...exported, ...(effects === undefined ? [] : [effects])])]
    drafts.push({ module, unit: undefined, shape: 'whole', refs: [], extra })
  }
  return { nodes: hashNodes(drafts), modules, wholeOf, unitOf, resolveRef, resolveExport }
}

const isGlobal = ({ parsed }: BuildModule, name: string): boolean =>
  !parsed.bindings.has(name) && !parsed.imports.has(name)

const offset = (position: number | undefined, by: number) =>
  position === undefined ? undefined : position + by
