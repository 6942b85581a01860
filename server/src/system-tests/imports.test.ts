import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/**
 * From the bottom to the top: a module imports modules of its own layer and of those before it, never of a later one.
 * A folder counts with everything below it that is not listed itself.
 */
const layers = [
  'shared',
  'settings',
  'operations',
  'database',
  'archive',
  'contents',
  'blobs',
  'identity',
  'marketplace',
  'http',
  'viewer',
  'features',
  'embedded/postgres',
  'embedded',
  'operations/duties',
  'app',
  'services.ts',
  'start-portal.ts',
  'plinth-admin',
  'main.ts',
].map((path) => `server/src/${path}`)

const imports = readImports()

test('the sources were found, with their imports', () => {
  expect(imports.size).toBeGreaterThan(400)
  expect(imports.get('server/src/start-portal.ts')).toContain('server/src/services.ts')
  expect(imports.get('server/src/http/route.ts')).toContain('contract/src/endpoint.ts')
})

test('no module imports itself through others, not even for types', () => {
  expect(findCircles()).toEqual([])
})

describe('imports of the server point down', () => {
  test('every module belongs to a layer', () => {
    const homeless = [...imports.keys()].filter((path) => isServerCode(path) && layerOf(path) === -1)
    expect(homeless).toEqual([])
  })

  test('no module imports one of a higher layer', () => {
    const upward = [...imports].flatMap(([path, targets]) =>
      isServerCode(path)
        ? targets
            .filter((target) => isServerCode(target) && layerOf(target) > layerOf(path))
            .map((target) => `${path} imports ${target}`)
        : [],
    )
    expect(upward).toEqual([])
  })

  test('a slice imports another slice’s store or use cases, never its routes', () => {
    const routes = /^server\/src\/features\/[^/]+\/routes\.ts$/
    const importers = [...imports].filter(([, targets]) => targets.some((target) => routes.test(target)))
    expect(importers.map(([path]) => path)).toEqual(['server/src/app/app.ts'])
  })

  test('only the start of the portal knows the assembly of all services', () => {
    const importers = [...imports].filter(([, targets]) => targets.includes('server/src/services.ts'))
    expect(importers.map(([path]) => path).filter(isServerCode)).toEqual(['server/src/start-portal.ts'])
  })

  test('only app/hosts.ts knows the file lane, and only its entry point', () => {
    const lane = 'server/src/viewer/file-lane/'
    const known = [...imports].flatMap(([path, targets]) =>
      isServerCode(path) && !path.startsWith(lane)
        ? targets.filter((target) => target.startsWith(lane)).map((target) => [path, target])
        : [],
    )
    expect(known).toEqual([['server/src/app/hosts.ts', `${lane}file-lane.ts`]])
  })
})

/** Tests, and what only tests use, may import anything. */
function isServerCode(path: string): boolean {
  return (
    path.startsWith('server/src/') && !/\.test\.ts$|\/(testing|system-tests)\/|conformance\.ts$/.test(path)
  )
}

/** The most specific entry decides: `operations/duties` is higher than the rest of `operations`. */
function layerOf(path: string): number {
  const matches = layers.filter((layer) => path === layer || path.startsWith(`${layer}/`))
  return layers.indexOf(matches.toSorted((a, b) => b.length - a.length)[0] ?? '')
}

/** What each source file imports from the project, by paths from its root. */
function readImports(): Map<string, string[]> {
  const paths = globSync(
    ['{contract,server,web,cli,refs}/src/**/*.{ts,tsx}', '{e2e,bench,proofs}/**/*.{ts,tsx}'],
    {
      cwd: root,
    },
  )
  const known = new Set(paths)
  const statement = /\b(?:from|import)\s*\(?\s*(['"])([^'"]+)\1/g
  return new Map(
    paths.map((path) => {
      const specifiers = readFileSync(join(root, path), 'utf8').matchAll(statement)
      const targets = [...specifiers].flatMap(([, , specifier = '']) => resolve(path, specifier))
      return [path, [...new Set(targets)].filter((target) => known.has(target))]
    }),
  )
}

function resolve(importer: string, specifier: string): string[] {
  const [, name, rest = ''] = /^@plinth\/(\w+)\/(.*)$/.exec(specifier) ?? []
  if (name === 'contract') return [`contract/src/${rest}`]
  if (name !== undefined) return [`${name}/${rest}`]
  if (!specifier.startsWith('.')) return []
  return [relative(root, join(root, dirname(importer), specifier))]
}

/** Groups of modules that reach one another (Tarjan's strongly connected components). */
function findCircles(): string[][] {
  const order = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (path: string): number => {
    const own = order.size
    let low = own
    order.set(path, own)
    open.push(path)
    for (const target of imports.get(path) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target))
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? own)
    }
    if (low === own) {
      const circle = open.splice(open.indexOf(path))
      if (circle.length > 1) circles.push(circle.toSorted())
    }
    return low
  }
  for (const path of imports.keys()) if (!order.has(path)) visit(path)
  return circles
}
