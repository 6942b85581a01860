import { expect, it } from 'vitest'

import { basic } from './en/basic.ts'

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Loaded without the further texts. */
const entries = [
  '../main.ts',
  '../app.tsx',
  '../getting-started/GettingStartedPage.tsx',
  '../settings/SettingsPage.tsx',
  '../shell/OpenedUserMenu.tsx',
  '../shell/ShownTooltip.tsx',
  '../storybooks/StorybooksPage.tsx',
  '../storybooks/ArrangedStorybooks.tsx',
]

const staticImport = /^(?:import|export) (?!type\b)(?:[^'"]*? from )?'(\.[^']+)'/gms

function withImports(paths: string[]): string[] {
  const found = new Set<string>()
  const add = (path: string) => {
    const source = sources[path]
    if (source === undefined || path.startsWith('./') || found.has(path)) return
    found.add(path)
    for (const [, target = ''] of source.matchAll(staticImport)) add(resolve(path, target))
  }
  paths.forEach(add)
  return [...found]
}

function resolve(from: string, target: string): string {
  const { pathname } = new URL(target, new URL(from, 'file:///web/src/texts/'))
  return pathname.startsWith('/web/src/texts/')
    ? pathname.replace('/web/src/texts/', './')
    : pathname.replace('/web/src/', '../')
}

it('what is loaded without the further texts does not use them', () => {
  const modules = withImports(entries)
  expect(modules).toContain('../shell/Shell.tsx')
  const used = modules.flatMap((path) =>
    [...(sources[path] ?? '').matchAll(/\btexts\.(\w+)\./g)].map(([, slice = '']) => ({ path, slice })),
  )
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter(({ slice }) => !(slice in basic))).toEqual([])
})
