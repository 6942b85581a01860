import type { ListedComponent } from '@plinth/contract/contents.ts'
import { expect, it } from 'vitest'

import { componentTree, filterComponents } from './component-tree.ts'

const component = (title: string, extra: Partial<ListedComponent> = {}): ListedComponent => ({
  id: title.toLowerCase().replaceAll('/', '-'),
  title,
  name: title.split('/').at(-1) ?? title,
  description: null,
  tags: [],
  storyCount: 1,
  propCount: null,
  storybookPublicId: 'a1',
  versionPublicId: 'v1',
  ...extra,
})

it('puts components into the folders of their titles and counts them', () => {
  const tree = componentTree([component('Forms/Inputs/Field'), component('Forms/Select'), component('Logo')])
  expect(tree).toMatchObject({
    count: 3,
    components: [{ title: 'Logo' }],
    folders: [
      {
        name: 'Forms',
        count: 2,
        components: [{ title: 'Forms/Select' }],
        folders: [{ name: 'Inputs', path: '/Forms/Inputs', count: 1 }],
      },
    ],
  })
})

it('keeps storybooks apart, also of the same title', () => {
  const components = [component('Forms/Field'), component('Forms/Field', { storybookPublicId: 'b2' })]
  const tree = componentTree(components, () => 'Kit')
  expect(tree.folders.map(({ name, count }) => [name, count])).toEqual([
    ['Kit', 1],
    ['Kit', 1],
  ])
})

it('lists storybooks by title, whatever their first component is called', () => {
  const titles = new Map([
    ['a1', 'Zebra'],
    ['b2', 'apps 10'],
    ['c3', 'Apps 9'],
  ])
  const components = [
    component('Accordion', { storybookPublicId: 'a1' }),
    component('Button', { storybookPublicId: 'b2' }),
    component('Card', { storybookPublicId: 'c3' }),
  ]
  const tree = componentTree(components, (storybook) => titles.get(storybook) ?? '')
  expect(tree.folders.map(({ name }) => name)).toEqual(['Apps 9', 'apps 10', 'Zebra'])
})

it('filters by words in title, description and tags', () => {
  const components = [
    component('Forms/DatePicker', { description: 'Chooses a day', tags: ['beta'] }),
    component('Forms/Field'),
  ]
  const titles = (filter: string) => filterComponents(components, filter).map(({ title }) => title)
  expect(titles(' day FORMS ')).toEqual(['Forms/DatePicker'])
  expect(titles('beta')).toEqual(['Forms/DatePicker'])
  expect(titles('')).toHaveLength(2)
  expect(titles('nothing')).toEqual([])
})
