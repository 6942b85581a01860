import type { SearchResult } from '@plinth/contract/search.ts'
import { expect, it } from 'vitest'

import { correctedQuery } from './corrected-query.ts'
import { resultAddress } from './result-address.ts'
import { searchAddress } from './search-address.ts'
import { splitAtMarks } from './split-at-marks.ts'

const marked = (marks: [number, number][]) =>
  splitAtMarks('ButtonGroup', marks).map(({ part, isMarked }) => (isMarked ? `[${part}]` : part))

it('splits a text at its marks, whatever they say', () => {
  expect(marked([])).toEqual(['ButtonGroup'])
  expect(marked([[0, 6]])).toEqual(['[Button]', 'Group'])
  const overlapping: [number, number][] = [
    [4, 99],
    [0, 6],
    [-3, 2],
  ]
  expect(marked(overlapping).join('').replaceAll(/[[\]]/g, '')).toBe('ButtonGroup')
})

it('shows the query as it was corrected', () => {
  const corrections = [{ from: 'primry', to: 'primary' }]
  expect(correctedQuery('Primry  button', corrections)).toBe('primary  button')
})

const result: SearchResult = {
  kind: 'story',
  storybookPublicId: 's1',
  storybookTitle: 'Kit',
  versionPublicId: 'v1',
  id: 'button--primary',
  name: 'Primary',
  title: 'Button',
  description: null,
  tags: [],
  marks: { name: [], title: [] },
}

it.each([
  [{}, '/account/a1/storybook/s1/version/v1?path=/story/button--primary'],
  [{ kind: 'docs' }, '/account/a1/storybook/s1/version/v1?path=/docs/button--primary'],
  [{ kind: 'component', id: 'a/b' }, '/account/a1/storybook/s1/component/a%2Fb'],
  [{ kind: 'prop', id: 'button' }, '/account/a1/storybook/s1/component/button#props'],
  [{ kind: 'storybook', id: null, versionPublicId: null }, '/account/a1/storybook/s1'],
] as const)('a result %j opens %s', (extra, address) => {
  expect(resultAddress('a1', { ...result, ...extra })).toBe(address)
})

it('leaves empty filters out of the address', () => {
  expect(searchAddress('a1', { q: 'a b', kind: undefined, tag: 'x&y' })).toBe(
    '/account/a1/search?q=a+b&tag=x%26y',
  )
})
