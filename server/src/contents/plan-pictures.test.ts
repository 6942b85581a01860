import { describe, expect, test } from 'vitest'

import { contentsWith } from '../testing/large-catalogue.ts'
import type { Contents, ContentsEntry } from './contents.ts'
import { planPictures } from './plan-pictures.ts'

const story = (id: string, fingerprint?: string, more: Partial<ContentsEntry> = {}): ContentsEntry => ({
  id,
  kind: 'story',
  title: 'Button',
  name: id,
  tags: [],
  file: './Button.stories.tsx',
  ...(fingerprint !== undefined && { fingerprint }),
  ...more,
})

const build = (entries: ContentsEntry[], more: Partial<Contents> = {}): Contents =>
  contentsWith({ preview: 'preview', entries, ...more })

/** Which picture a story is compared with, and whether it is known to look the same. */
const planOf = (before: Contents | undefined, after: Contents) =>
  Object.fromEntries(
    planPictures(before, after).stories.map(({ id, idBefore, isSame }) => [
      id,
      isSame ? `same as ${idBefore ?? ''}` : `compare with ${idBefore ?? 'nothing'}`,
    ]),
  )

test('the stories of a first version are all new; docs pages and tests get no pictures', () => {
  const after = build([
    story('a--b', '1'),
    story('a--docs', '1', { kind: 'docs' }),
    story('a--test', '1', { kind: 'test' }),
  ])
  expect(planOf(undefined, after)).toEqual({ 'a--b': 'compare with nothing' })
})

test('what did not change looks the same; what changed and what is new may not', () => {
  expect(
    planOf(
      build([story('a--same', '1'), story('a--changed', '2'), story('a--gone', '3')]),
      build([story('a--same', '1'), story('a--changed', '4'), story('a--new', '5')]),
    ),
  ).toEqual({
    'a--same': 'same as a--same',
    'a--changed': 'compare with a--changed',
    'a--new': 'compare with nothing',
  })
})

describe('what is not known', () => {
  test.each<[string, string | undefined, string | undefined, Partial<ContentsEntry>]>([
    ['no fingerprint before', undefined, '1', {}],
    ['no fingerprint after', '1', undefined, {}],
    ['no fingerprint', undefined, undefined, {}],
    ['scripts that could not be read', '1', '2', { isUncertain: true }],
  ])('%s: a story is compared, also under another name', (_, before, after, more) => {
    const named = (id: string, fingerprint: string | undefined) =>
      story(id, fingerprint, { ...more, exportName: id })
    const renamed = (id: string, fingerprint: string | undefined) =>
      story(id, fingerprint, { ...more, exportName: 'Renamed' })
    expect(
      planOf(
        build([named('a--b', before), renamed('a--old', before)]),
        build([named('a--b', after), renamed('a--new', after)]),
      ),
    ).toEqual({ 'a--b': 'compare with a--b', 'a--new': 'compare with a--old' })
  })

  test.each<[string, Partial<Contents>]>([
    ['another builder', { builder: 'webpack' }],
    ['another framework', { framework: '@storybook/vue3-vite' }],
    ['another Storybook', { storybookVersion: '9.0.0' }],
    ['unreadable scripts', { builder: undefined, preview: undefined }],
  ])('%s: all stories are compared, also under another name', (_, more) => {
    expect(
      planOf(
        build([story('a--b', '1'), story('a--old', '2', { exportName: 'Renamed' })]),
        build([story('a--b', '1'), story('a--new', '2', { exportName: 'Renamed' })], more),
      ),
    ).toEqual({ 'a--b': 'compare with a--b', 'a--new': 'compare with a--old' })
  })

  test('an index that does not list everything: a story that may be new is new', () => {
    expect(planOf(build([], { hasAllEntries: false }), build([story('a--b', '1')]))).toEqual({
      'a--b': 'compare with nothing',
    })
  })
})

test('a renamed story looks the same if its fingerprint is, and is compared if that changed', () => {
  expect(
    planOf(
      build([story('a--one', '1', { exportName: 'One' }), story('a--two', '2', { exportName: 'Two' })]),
      build([story('b--one', '1', { exportName: 'One' }), story('b--two', '3', { exportName: 'Two' })]),
    ),
  ).toEqual({ 'b--one': 'same as a--one', 'b--two': 'compare with a--two' })
})

test('where the preview changed, no story is known to look the same', () => {
  const entries = [story('a--b', '1')]
  expect(planOf(build(entries), build(entries, { preview: 'other' }))).toEqual({
    'a--b': 'compare with a--b',
  })
})

const many = (count: number, fingerprint: string) =>
  Array.from({ length: count }, (_, i) => story(`a--${i}`, fingerprint))

const leftOutOf = (before: Contents, after: Contents) => planPictures(before, after).leftOut

describe('of very many stories', () => {
  test('the first get thumbnails', () => {
    const { stories, compared, leftOut } = planPictures(undefined, build(many(3_001, '1')))
    expect([stories.length, compared.length, leftOut]).toEqual([3_000, 0, 0])
  })

  test('those that changed are compared, wherever they are', () => {
    const { compared, leftOut } = planPictures(
      build([...many(3_500, '1'), story('z--last', '1')]),
      build([...many(3_500, '1'), story('z--last', '2')]),
    )
    expect([compared.map(({ id }) => id), leftOut]).toEqual([['z--last'], 0])
  })

  test('it is counted how many of those that changed are not compared', () => {
    const { compared, leftOut } = planPictures(build(many(3_500, '1')), build(many(3_500, '2')))
    expect([compared.length, leftOut]).toEqual([3_000, 500])
  })
})

test('where a version does not list all its stories, nobody can tell how many are not compared', () => {
  const entries = [story('a--b', '1')]
  const partial = { hasAllEntries: false }
  expect(leftOutOf(build(entries), build(entries))).toBe(0)
  expect(leftOutOf(build(entries), build(entries, partial))).toBeNull()
  expect(leftOutOf(build([], partial), build(entries))).toBeNull()
  // All that the later version has is known in the earlier one.
  expect(leftOutOf(build([...entries, story('a--c', '1')], partial), build(entries))).toBe(0)
})
