import { search } from '@plinth/contract/search.ts'
import { createStorybook, deleteStorybook, updateStorybook } from '@plinth/contract/storybooks.ts'
import { deleteVersion } from '@plinth/contract/versions.ts'
import { describe, expect, test } from 'vitest'

import { addVersion, aCatalogue } from '../../testing/catalogues.ts'
import { contentsWith } from '../../testing/large-catalogue.ts'
import { refusal } from '../../testing/publishing.ts'
import { aMember, anotherInstance, callAs, testPortal } from '../../testing/test-app.ts'

type Member = Awaited<ReturnType<typeof aMember>>

const find = ({ call, account }: Pick<Member, 'call' | 'account'>, query: Record<string, string | number>) =>
  call(search, { params: { account: account.publicId }, query })

const namesOf = async (member: Pick<Member, 'call' | 'account'>, query: Record<string, string | number>) =>
  (await find(member, query)).results.map(({ kind, name }) => `${kind} ${name}`)

const story = (title: string, name: string, tags: string[] = []) => ({
  id: `${title}--${name}`.toLowerCase().replaceAll(/[^\p{L}-]/gu, '-'),
  kind: 'story' as const,
  title,
  name,
  tags: ['dev', 'test', 'autodocs', ...tags],
  file: '',
})

const buttons = contentsWith({
  components: [
    {
      id: 'forms-button',
      title: 'Forms/Button',
      name: 'Button',
      file: '',
      description: 'Starts an action.',
      props: [{ name: 'variant', isRequired: true, description: 'How loud it is.' }],
    },
  ],
  entries: [
    story('Forms/Button', 'Primary', ['stable', '!dev']),
    story('Forms/Button', 'With Icon', ['stable', 'experimental']),
    { ...story('Forms/Button', 'Clicks'), kind: 'test' },
    { ...story('Forms/Button', 'Docs'), kind: 'docs', text: 'Press it with the space bar.' },
  ],
})

describe('what is found', () => {
  test('is storybooks from the start, under their new title, until they are deleted', async () => {
    const member = await aMember()
    const params = { account: member.account.publicId }
    const { publicId } = await member.call(createStorybook, {
      params,
      body: { title: 'Marketing pages', description: 'Landing and pricing' },
    })
    const { results } = await find(member, { q: 'mark' })
    expect(results).toEqual([
      {
        kind: 'storybook',
        storybookPublicId: publicId,
        storybookTitle: 'Marketing pages',
        versionPublicId: null,
        id: null,
        name: 'Marketing pages',
        title: '',
        description: 'Landing and pricing',
        tags: [],
        marks: { name: [[0, 4]], title: [] },
      },
    ])
    await expect(namesOf(member, { q: 'pricing' })).resolves.toEqual(['storybook Marketing pages'])
    const one = { ...params, storybook: publicId }
    await member.call(updateStorybook, { params: one, body: { title: 'Shop' } })
    await expect(namesOf(member, { q: 'marketing' })).resolves.toEqual([])
    await expect(namesOf(member, { q: 'shop' })).resolves.toEqual(['storybook Shop'])
    await member.call(deleteStorybook, { params: one })
    await expect(namesOf(member, { q: 'shop' })).resolves.toEqual([])
  })

  test('is in the newest version only, and gone with it', async () => {
    const member = await aMember()
    const storybook = await aCatalogue(member, 'Kit', buttons)
    const version = await addVersion(
      storybook,
      contentsWith({ ...buttons, entries: [story('Forms/Button', 'Loud')] }),
    )
    await expect(namesOf(member, { q: 'primary' })).resolves.toEqual([])
    const { results } = await find(member, { q: 'loud', kind: 'story' })
    expect(results).toMatchObject([{ name: 'Loud', id: 'forms-button--loud', versionPublicId: version }])
    const params = { account: member.account.publicId, storybook: storybook.publicId }
    await member.call(deleteVersion, { params: { ...params, version } })
    await expect(namesOf(member, { q: 'loud' })).resolves.toEqual([])
    const { results: kits } = await find(member, { q: 'kit' })
    expect(kits).toMatchObject([{ name: 'Kit', versionPublicId: storybook.versionPublicId }])
    await member.call(deleteStorybook, { params })
    await expect(namesOf(member, { q: 'kit' })).resolves.toEqual([])
  })

  test('is ordered by kind, exact and in the name before all else, and tests are left to their stories', async () => {
    const member = await aMember()
    await aCatalogue(member, 'Buttons', buttons)
    await expect(namesOf(member, { q: 'button' })).resolves.toEqual([
      'component Button',
      'storybook Buttons',
      'story Primary',
      'story With Icon',
      'docs Docs',
      'prop variant',
    ])
    await expect(namesOf(member, { q: 'clicks' })).resolves.toEqual([])
    await expect(namesOf(member, { q: 'space' })).resolves.toEqual(['docs Docs'])
    await expect(namesOf(member, { q: 'variant' })).resolves.toEqual(['prop variant', 'component Button'])
  })

  test('passes the filters, and is listed by title without words', async () => {
    const member = await aMember()
    const kit = await aCatalogue(member, 'Kit', buttons)
    await aCatalogue(
      member,
      'Other',
      contentsWith({ entries: [story('Actions/Button', 'Primary', ['beta'])] }),
    )
    const { tags } = await find(member, { q: 'button' })
    expect(tags).toEqual(['beta', 'experimental', 'stable'])
    const inKit = ['component Button', 'story Primary', 'story With Icon']
    await expect(namesOf(member, { tag: 'stable' })).resolves.toEqual(inKit)
    await expect(namesOf(member, { tag: 'stable', kind: 'story' })).resolves.toEqual(inKit.slice(1))
    await expect(namesOf(member, { tag: 'stab' })).resolves.toEqual([])
    await expect(namesOf(member, { kind: 'docs' })).resolves.toEqual(['docs Docs'])
    const { results } = await find(member, { kind: 'story' })
    expect(results.map(({ title }) => title)).toEqual(['Actions/Button', 'Forms/Button', 'Forms/Button'])
    await expect(namesOf(member, { q: 'primary', storybook: kit.publicId })).resolves.toEqual([
      'story Primary',
    ])
    await expect(namesOf(member, { q: 'primary', storybook: 'nowhere' })).resolves.toEqual([])
    await expect(namesOf(member, {})).resolves.toEqual([])
    await expect(namesOf(member, { q: 'b' })).resolves.toEqual([])
  })

  test('is highlighted where it matches', async () => {
    const member = await aMember()
    const component = { id: 'x', title: 'Größen/DataTable', name: 'DataTable', file: '' }
    await aCatalogue(
      member,
      'Kit',
      contentsWith({ components: [component], entries: [story('Ünits', 'Ca\u0301fe Au Lait')] }),
    )
    const marks = async (q: string) => (await find(member, { q })).results[0]?.marks
    await expect(marks('tab dat')).resolves.toEqual({
      name: [
        [0, 3],
        [4, 7],
      ],
      title: [
        [7, 10],
        [11, 14],
      ],
    })
    await expect(marks('datata')).resolves.toEqual({ name: [[0, 6]], title: [[7, 13]] })
    await expect(marks('groß')).resolves.toEqual({ name: [], title: [[0, 4]] })
    await expect(marks('cafeau')).resolves.toEqual({ name: [[0, 8]], title: [] })
  })
})

test('a new word is known to the instance that did not store it', async () => {
  const member = await aMember()
  const other = await anotherInstance()
  const call = await callAs(member.person, undefined, other.origin)
  const elsewhere = { account: member.account, call }
  await expect(find(elsewhere, { q: 'cabinte' })).resolves.toMatchObject({ results: [], corrections: [] })
  await aCatalogue(member, 'Kit', contentsWith({ entries: [story('Furniture', 'Cabinet')] }))
  await expect(find(elsewhere, { q: 'cabinte' })).resolves.toMatchObject({
    results: [{ name: 'Cabinet', marks: { name: [[0, 7]] } }],
    corrections: [{ from: 'cabinte', to: 'cabinet' }],
  })
  await other.close()
})

test('another account finds nothing of it, and cannot filter by its storybooks', async () => {
  const theirs = await aMember()
  const kit = await aCatalogue(theirs, 'Kit', buttons)
  const mine = await aMember()
  for (const query of [{ q: 'button' }, { kind: 'story' }, { storybook: kit.publicId }, { tag: 'stable' }]) {
    await expect(find(mine, query)).resolves.toEqual({
      results: [],
      hasMore: false,
      corrections: [],
      tags: [],
    })
  }
  const error = await refusal(find({ call: mine.call, account: theirs.account }, { q: 'button' }))
  expect(error.status).toBe(404)
})

test('storybooks that are older than the catalogue are added to it', async () => {
  const member = await aMember()
  const { db, services } = await testPortal()
  await aCatalogue(member, 'Old one', buttons)
  await db.deleteFrom('catalogues').where('account_id', '=', member.account.id).execute()
  await expect(namesOf(member, { q: 'old' })).resolves.toEqual([])
  await services.contents.readUnread(new AbortController().signal)
  await expect(namesOf(member, { q: 'old' })).resolves.toEqual(['storybook Old one'])
})

const hostile = [
  `'`,
  `\\`,
  `''\\'':*`,
  `it's & (a | !b):* <-> "c"`,
  '$1',
  '%_%',
  '\u202Eevil\u202C',
  'a'.repeat(200),
  'ab '.repeat(66),
  Array.from({ length: 50 }, (_, i) => `w${i}`).join(' '),
  'Aa'.repeat(100),
  Array.from({ length: 100 }, (_, i) => `a${String.fromCodePoint(65 + (i % 26))}`).join(''),
  Array.from({ length: 10 }, (_, i) => `A${i}B${i}C${i}D${i}E${i}`).join(' '),
  '字'.repeat(200),
  '😀'.repeat(60),
  '\u0301'.repeat(200),
  'ﷺ'.repeat(100),
]

test('no query is too strange', async () => {
  const member = await aMember()
  await aCatalogue(member, 'Kit', buttons)
  for (const q of hostile) {
    for (const query of [{ q }, { q, tag: q.slice(0, 100) }, { tag: q.slice(0, 100) }]) {
      await expect(find(member, query)).resolves.toMatchObject({ results: [] })
    }
  }
  const error = await refusal(find(member, { q: 'a\u0000b' }))
  expect(error.status).toBe(400)
})

test('contents may be as hostile as they like', async () => {
  const member = await aMember()
  const texts = [...hostile, 'x\u0000y', '\uD800 half', 'long '.repeat(2000), 'L'.repeat(10_000), '__proto__']
  const entries = texts.flatMap((text, i) => [
    { ...story(text, text, [text]), id: `${text}--${i}`, description: text },
    {
      ...story('Docs', text, [text]),
      id: `docs--${i}`,
      kind: 'docs' as const,
      text: `needle${String.fromCodePoint(97 + i)} ${text}`,
    },
  ])
  const props = texts.map((name) => ({ name, isRequired: false, description: name }))
  const components = texts.map((text, i) => ({ id: `c${i}`, title: text, name: text, file: '', props }))
  await aCatalogue(member, 'Kit', contentsWith({ entries, components }))
  const { results } = await find(member, { q: 'needled' })
  expect(results).toMatchObject([{ kind: 'docs', id: 'docs--3', name: hostile[3] }])
  const all = await find(member, { kind: 'component', limit: 50 })
  expect(all.results).toHaveLength(texts.length)
  expect(Math.max(...all.results.map(({ name }) => name.length))).toBe(300)
})
