import { expect, test } from 'vitest'

import { designSystem } from '../stories/examples.ts'
import { arrangeStorybooks, favouritesOf, findStorybooks, recentlyViewed } from './arrange-storybooks.ts'

const storybook = (title: string, facts: Partial<typeof designSystem> = {}) => ({
  ...designSystem,
  publicId: title,
  title,
  description: null,
  ...facts,
})

const titles = (storybooks: { title: string }[]) => storybooks.map(({ title }) => title)

const arranged = (storybooks: (typeof designSystem)[], order: 'title' | 'published' = 'title') =>
  arrangeStorybooks(storybooks, { order, favourites: favouritesOf(storybooks) }).map(
    ({ kind, folder, storybooks: inside }) => [folder || kind, titles(inside)],
  )

const list = [
  storybook('Apple', { folder: 'Fruit 10', lastUpdated: '2026-01-01T00:00:00Z' }),
  storybook('Bread', { lastUpdated: null }),
  storybook('Cherry', { folder: 'Fruit 9', isFavourite: true }),
  storybook('Damson', { folder: 'Fruit 10', lastUpdated: '2026-02-01T00:00:00Z' }),
]

test('favourites come first, then folders by name, then the others', () => {
  expect(arranged(list)).toEqual([
    ['favourites', ['Cherry']],
    ['Fruit 10', ['Apple', 'Damson']],
    ['others', ['Bread']],
  ])
  const folders = arranged(
    list.map((one) => ({ ...one, isFavourite: false })),
    'published',
  )
  expect(folders).toEqual([
    ['Fruit 9', ['Cherry']],
    ['Fruit 10', ['Damson', 'Apple']],
    ['others', ['Bread']],
  ])
})

test('there are no groups without folders and favourites', () => {
  const plain = list.map((one) => ({ ...one, folder: null }))
  expect(arranged(plain)).toEqual([
    ['favourites', ['Cherry']],
    ['others', ['Apple', 'Bread', 'Damson']],
  ])
  const [, bread, , damson] = plain
  expect(arranged([bread, damson].filter((one) => one !== undefined))).toEqual([['all', ['Bread', 'Damson']]])
})

test('a search finds all words in title, folder and description, ignoring case and accents', () => {
  const cafe = storybook('Café tables', { folder: 'Retail' })
  const shop = storybook('Shop', { description: 'Tables for the cafe.' })
  const found = (query: string) => titles(findStorybooks([shop, cafe, ...list], query, 'title'))
  expect(found('CAFE table')).toEqual(['Café tables', 'Shop'])
  expect(found('retail cafe')).toEqual(['Café tables'])
  expect(found('fruit 10')).toEqual(['Apple', 'Damson'])
  expect(found('nothing')).toEqual([])
})

test('what was viewed last comes first', () => {
  const viewed = [
    storybook('Early', { viewedAt: '2026-03-01T00:00:00Z' }),
    storybook('Never'),
    storybook('Late', { viewedAt: '2026-03-03T00:00:00Z' }),
    storybook('Later', { viewedAt: '2026-03-04T00:00:00Z' }),
  ]
  expect(titles(recentlyViewed(viewed, 2))).toEqual(['Later', 'Late'])
})
