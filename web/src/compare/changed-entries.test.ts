import { expect, it } from 'vitest'

import { readRange } from '../addresses.ts'
import { comparison } from '../stories/contents-examples.ts'
import { loadFurtherTexts } from '../texts/texts.ts'
import { byReason, entriesToCompare } from './changed-entries.ts'
import { describeProp } from './describe-prop.ts'

it('lists all that differs, with what is missing on a side', () => {
  const entries = entriesToCompare(comparison)
  expect(entries).toHaveLength(12)
  const sides = (id: string) => {
    const { before, after } = entries.find(({ entry }) => entry.id === id) ?? {}
    return [before?.name, after?.name]
  }
  expect(sides('forms-datepicker--range')).toEqual([undefined, 'Range'])
  expect(sides('forms-olddate--default')).toEqual(['Default', undefined])
  expect(sides('actions-button--destructive')).toEqual(['Danger', 'Destructive'])
})

it('puts entries with the same reasons together, the largest group first', () => {
  const groups = byReason(comparison.changed)
  expect(groups.map(({ because, entries }) => [because, entries.length])).toEqual([
    [['Button.tsx', 'theme.ts'], 3],
    [['Tabs.stories.tsx'], 1],
    [[], 1],
  ])
})

it('writes props as one would declare them', async () => {
  await loadFurtherTexts()
  const props = comparison.components.flatMap((component) => component.props)
  expect(props.map(describeProp)).toEqual([
    { after: "size?: 'sm' | 'md' = 'md'" },
    { before: 'small?: boolean' },
    {
      before: 'onClick?: () => void',
      after: 'onClick: (event: MouseEvent) => void',
      note: 'description changed',
    },
  ])
})

it.each([
  ['a1...b2', { from: 'a1', to: 'b2' }],
  ['...b2', { from: undefined, to: 'b2' }],
  ['', { from: undefined, to: undefined }],
])('the range %j', (range, versions) => {
  expect(readRange(range)).toEqual(versions)
})
