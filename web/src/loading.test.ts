import { expect, it } from 'vitest'

import { basic } from './texts/en/basic.ts'

const sources = import.meta.glob<string>('./**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })

const staticImport = /^(?:import|export) (?!type\b)(?:[^'"]*? from )?'([^']+)'/gms
const importsOf = (path: string) =>
  [...(sources[path] ?? '').matchAll(staticImport)].map(([, name = '']) => name)

/** These modules and those of the app that they import, directly or not. */
function withImports(paths: string[]): string[] {
  const found = new Set<string>()
  const add = (path: string) => {
    if (!(path in sources) || found.has(path)) return
    found.add(path)
    const { href } = new URL(path, 'file:///')
    for (const name of importsOf(path)) {
      if (name.startsWith('.')) add(`.${new URL(name, href).pathname}`)
    }
  }
  paths.forEach(add)
  return [...found]
}

it('what is loaded first does without everything that renders', () => {
  const modules = withImports(['./main.ts'])
  expect(modules).toEqual(expect.arrayContaining(['./router.ts', './prefetch.ts', './texts/en/basic.ts']))
  expect(modules.filter((path) => path.endsWith('.tsx'))).toEqual([])
  const packages = modules.flatMap(importsOf).filter((name) => /^(react-dom|@mantine|@tabler)/.test(name))
  expect(packages).toEqual([])
})

it('what is loaded without the further texts does not use them', () => {
  const modules = withImports([
    './main.ts',
    './app.tsx',
    './getting-started/GettingStartedPage.tsx',
    './settings/SettingsPage.tsx',
    './shell/OpenedUserMenu.tsx',
    './shell/ShownTooltip.tsx',
    './storybooks/StorybooksPage.tsx',
    './storybooks/ArrangedStorybooks.tsx',
  ]).filter((path) => !path.startsWith('./texts/'))
  expect(modules).toContain('./shell/Shell.tsx')
  const used = modules.flatMap((path) =>
    [...(sources[path] ?? '').matchAll(/\btexts\.(\w+)\./g)].map(([, slice = '']) => ({ path, slice })),
  )
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter(({ slice }) => !(slice in basic))).toEqual([])
})
