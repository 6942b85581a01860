import { expect, test } from 'vitest'

import { composedVersion } from './composed-version.ts'
import { addressLines, packageLines } from './lines.ts'

const composed = { storybook: 'k3m9x2w7', title: "Ada's *Design* System" }

test('the lines name the storybook, and the branch or release that is being viewed', () => {
  expect(packageLines({ ...composed, version: undefined }, 'https://plinth.example')).toContain(
    "      // Ada's *Design* System\n      'k3m9x2w7',\n",
  )
  const title = 'Design\u2028evil()'
  expect(packageLines({ ...composed, title, version: undefined }, '')).toContain('// Design evil()\n')
  const version = { by: 'branch', name: "feat/it's@2" } as const
  expect(packageLines({ ...composed, version }, 'https://plinth.example')).toContain(
    String.raw`      { storybook: 'k3m9x2w7', branch: 'feat/it\'s@2' },`,
  )
  expect(addressLines({ ...composed, version }, 'https://compose.view.example')).toContain(
    String.raw`    'ada-s-design-system': {
      title: 'Ada\'s *Design* System',
      url: 'https://compose.view.example/k3m9x2w7/branch/feat%2Fit\'s%402',`,
  )
  expect(addressLines({ ...composed, title: '設計', version: undefined }, '')).toContain("'storybook': {")
})

test('a version in the address stands for its release, if it is one', () => {
  const shown = { release: 'v2' }
  const nothing = { requested: undefined, versionName: undefined, shown }
  expect(composedVersion(nothing)).toBeUndefined()
  expect(composedVersion({ ...nothing, requested: 'a' })).toEqual({ by: 'release', name: 'v2' })
  expect(composedVersion({ ...nothing, requested: 'a', shown: { release: null } })).toBeUndefined()
  const versionName = { by: 'branch', name: 'main' } as const
  expect(composedVersion({ ...nothing, versionName })).toEqual(versionName)
})
