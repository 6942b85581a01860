import { expect, test } from 'vitest'

import type { ContentsEntry } from './contents.ts'
import { inPictureOrder } from './picture-order.ts'

const story = (id: string, ...tags: string[]): ContentsEntry => ({
  id,
  kind: 'story',
  title: id,
  name: id,
  tags,
  file: `./${id}.stories.ts`,
})

const idsOf = (stories: ContentsEntry[]) => inPictureOrder(stories).map(({ id }) => id)

test('stories stay in the order of the index', () => {
  const ids = ['welcome--page', 'button--primary', 'button--danger', 'avatar--default']
  expect(idsOf(ids.map((id) => story(id, 'dev')))).toEqual(ids)
  expect(idsOf(ids.map((id) => story(id)))).toEqual(ids)
})

test('the primary story of a docs page comes first among those of its component', () => {
  expect(
    idsOf([
      story('button--playground', 'dev'),
      story('button--primary', 'dev', 'autodocs'),
      story('button--danger', 'dev', 'autodocs'),
      story('avatar--default', 'dev', 'autodocs'),
    ]),
  ).toEqual(['button--primary', 'button--danger', 'button--playground', 'avatar--default'])
})

test('what the sidebar does not list comes last', () => {
  expect(
    idsOf([
      story('internal--grid', 'test'),
      story('button--hidden', 'test'),
      story('button--primary', 'dev'),
    ]),
  ).toEqual(['button--primary', 'internal--grid', 'button--hidden'])
})
