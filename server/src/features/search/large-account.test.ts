// @module-tag long
import { search } from '@plinth/contract/search.ts'
import type { ResultKind } from '@plinth/contract/search.ts'
import { RawNode, sql } from 'kysely'
import type { KyselyPlugin } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { aCatalogue, copyCatalogue } from '../../testing/catalogues.ts'
import { contentsWith, largeContents } from '../../testing/large-catalogue.ts'
import { aMember, testPortal } from '../../testing/test-app.ts'
import { parseQuery } from './query-words.ts'
import { stepByText, stepsByTitle } from './search-steps.ts'
import { listMatches } from './store.ts'

type Member = Awaited<ReturnType<typeof aMember>>

const perStorybook = 20_000
const storybooksPerAccount = 5

let large: Member
let small: Member
let designSystem: string

/** Two accounts with 100,000 entries each, and one with a few. */
beforeAll(async () => {
  const { db } = await testPortal()
  large = await aMember()
  small = await aMember()
  const other = await aMember()
  // Building the index once is faster than adding to it 200,000 times.
  await sql`DROP INDEX catalogue_entries_words`.execute(db)
  const source = await aCatalogue(large, 'Design system', largeContents(perStorybook, 1))
  designSystem = source.publicId
  const copies = []
  for (let i = 1; i < 2 * storybooksPerAccount; i++) {
    const owner = i < storybooksPerAccount ? large : other
    copies.push(await aCatalogue(owner, `Copy ${i}`, contentsWith({})))
  }
  await copyCatalogue(source, copies)
  await sql`CREATE INDEX catalogue_entries_words ON catalogue_entries USING gin (words) WITH (fastupdate = off)`.execute(
    db,
  )
  await aCatalogue(large, 'Kit of many alphabets', kit)
  await aCatalogue(small, 'Tiny', contentsWith({ components: [component('Forms/ButtonBar')] }))
}, 180_000)

const component = (title: string, description?: string) => ({
  id: title.toLowerCase().replaceAll(/[^\p{L}]+/gu, '-'),
  title,
  name: title.split('/').at(-1) ?? '',
  file: '',
  ...(description && { description }),
})

const kit = contentsWith({
  components: [
    component('Формы/КнопкаМеню'),
    component('表单/日期选择器'),
    component('Φόρμες/Κουμπί'),
    component('טפסים/כפתור'),
    component('Typografie/Überschrift'),
    component('Tools/HTMLElementViewer', 'Shows the accessibility tree of a page.'),
  ],
  entries: [
    {
      id: 'guides-moving--docs',
      kind: 'docs',
      title: 'Guides/Moving',
      name: 'Docs',
      tags: [],
      file: '',
      text: '# Moving\n\nRename your theme with the codemod `replace-tokens`.',
    },
    {
      id: 'tools-ruler--metric',
      kind: 'story',
      title: 'Tools/Ruler',
      name: 'Metric',
      tags: ['dev', 'needs-review'],
      file: '',
    },
  ],
})

type Expected = [q: string, kind: ResultKind, title: RegExp, name: string]

const expectedFirst: Expected[] = [
  // Exact, and by the beginning of words.
  ['button', 'component', /\/Button$/, 'Button'],
  ['but', 'component', /\/Button$/, 'Button'],
  ['datep', 'component', /\/DatePicker$/, 'DatePicker'],
  // However it is written, and in any order.
  ['DataTable', 'component', /\/DataTable$/, 'DataTable'],
  ['datatable', 'component', /\/DataTable$/, 'DataTable'],
  ['table data', 'component', /\/DataTable$/, 'DataTable'],
  ['date picker', 'component', /\/DatePicker$/, 'DatePicker'],
  ['picker range', 'component', /\/DateRangePicker$/, 'DateRangePicker'],
  ['html element', 'component', /^Tools/, 'HTMLElementViewer'],
  ['primary button', 'story', /\/Button$/, 'Primary'],
  ['button/primary', 'story', /\/Button$/, 'Primary'],
  ['long text tooltip', 'story', /\/Tooltip$/, 'With Long Text'],
  // Misspelt.
  ['primry buton', 'story', /\/Button$/, 'Primary'],
  ['dialgo', 'component', /\/Dialog$/, 'Dialog'],
  ['xheckbox', 'component', /\/Checkbox$/, 'Checkbox'],
  ['notificaton', 'component', /\/Notification$/, 'Notification'],
  ['autocmpl', 'component', /\/Autocomplete$/, 'Autocomplete'],
  // Props, docs, descriptions, tags and storybooks.
  ['onOpenCh', 'prop', /./, 'onOpenChange'],
  ['arialabel', 'prop', /./, 'aria-label'],
  ['codemod', 'docs', /^Guides\/Moving$/, 'Docs'],
  ['accessibility', 'component', /^Tools/, 'HTMLElementViewer'],
  ['needs review', 'story', /^Tools\/Ruler$/, 'Metric'],
  ['kit alphabets', 'storybook', /^$/, 'Kit of many alphabets'],
  // In other alphabets, without case and accents.
  ['МЕНЮ кноп', 'component', /./, 'КнопкаМеню'],
  ['选择', 'component', /./, '日期选择器'],
  ['器', 'component', /./, '日期选择器'],
  ['ΚΟΥΜΠΙ', 'component', /./, 'Κουμπί'],
  ['כפת', 'component', /./, 'כפתור'],
  ['uberschr', 'component', /./, 'Überschrift'],
]

const find = ({ call, account }: Member, query: Record<string, string | number>) =>
  call(search, { params: { account: account.publicId }, query })

describe('in an account with 100,000 entries beside another', () => {
  test.each(expectedFirst)('%s finds the %s %s %s first', async (q, kind, title, name) => {
    const { results } = await find(large, { q })
    expect(results[0]).toMatchObject({ kind, title: expect.stringMatching(title), name })
  })

  test('pages neither repeat nor miss a result', async () => {
    const query = { q: 'date range', kind: 'component' }
    const whole = await find(large, { ...query, limit: 50 })
    const pages = [0, 10, 20, 30, 40].map((offset) => find(large, { ...query, offset, limit: 10 }))
    const results = (await Promise.all(pages)).flatMap((page) => page.results)
    expect(results).toEqual(whole.results)
    expect(new Set(results.map(({ storybookPublicId, id }) => `${storybookPublicId} ${id}`)).size).toBe(50)
    expect(whole.hasMore).toBe(true)
  })

  test('pages go on from names to texts', async () => {
    const query = { q: 'forms', kind: 'docs', storybook: designSystem, limit: 20 }
    const results = []
    for (let offset = 0; ; offset += query.limit) {
      const page = await find(large, { ...query, offset })
      results.push(...page.results)
      if (!page.hasMore) break
    }
    expect(results.length).toBeGreaterThan(2 * query.limit)
    expect(new Set(results.map(({ id }) => id)).size).toBe(results.length)
    const byTitle = results.map(({ title }) => title.startsWith('Forms/'))
    expect(byTitle.lastIndexOf(true)).toBeLessThan(byTitle.indexOf(false))
  })

  test('a small account finds its own and nothing else', async () => {
    const { results, hasMore } = await find(small, { q: 'button' })
    expect(results.map(({ name }) => name)).toEqual(['ButtonBar'])
    expect(hasMore).toBe(false)
    await expect(find(small, { q: 'dialog' })).resolves.toMatchObject({ results: [], corrections: [] })
  })

  test('every step uses the index, with and without statistics', async () => {
    const { db } = await testPortal()
    const explain: KyselyPlugin = {
      transformQuery: ({ node }) =>
        node.kind === 'RawNode' ? RawNode.create(['EXPLAIN ', ''], [node]) : node,
      transformResult: async ({ result }) => result,
    }
    for (const prepare of [undefined, sql`ANALYZE catalogue_entries`]) {
      await prepare?.execute(db)
      for (const q of ['bu', 'button', 'default primary', 'a b c d e f g h i j', 'DataTableDense']) {
        const query = parseQuery(q)
        if (!query) throw new Error(`nothing to search for in ${q}`)
        const { id } = large.account
        const steps = [...stepsByTitle(id, query, {}), stepByText(id, query, {})]
        const plan = await listMatches(db.withPlugin(explain), id, steps, { offset: 0, limit: 21 })
        const lines = plan.flatMap((row) => Object.values(row))
        expect(lines.filter((line) => /Seq Scan on catalogue_entries/.test(line))).toEqual([])
        expect(lines.filter((line) => /Scan on catalogue_entries_words/.test(line))).toHaveLength(
          steps.length,
        )
      }
    }
  })
})
