import { listAccountAudit } from '@plinth/contract/audit.ts'
import { search } from '@plinth/contract/search.ts'
import {
  createStorybook,
  deleteStorybook,
  getStorybook,
  listStorybooks,
  updateStorybook,
} from '@plinth/contract/storybooks.ts'
import { compareTitles } from '@plinth/contract/title-order.ts'
import { purgeStorybook } from '@plinth/contract/trash.ts'
import { deleteVersion, listVersions, publishVersion } from '@plinth/contract/versions.ts'
import { getStorybookFile } from '@plinth/contract/viewer.ts'
import { describe, expect, onTestFinished, test } from 'vitest'

import { aForm, aStorybookZip } from '../../testing/builds.ts'
import { aStorybook, refusal } from '../../testing/publishing.ts'
import { aMember, anotherInstance, callAs } from '../../testing/test-app.ts'

describe('storybooks', () => {
  test('are created, changed, listed by title and deleted', async () => {
    const { call, account } = await aMember()
    const params = { account: account.publicId }
    await call(createStorybook, { params, body: { title: '  Zebra ', description: ' Stripes ' } })
    const apple = await call(createStorybook, { params, body: { title: 'Apple' } })
    const listed = await call(listStorybooks, { params })
    expect(listed.map(({ title, description }) => [title, description])).toEqual([
      ['Apple', null],
      ['Zebra', 'Stripes'],
    ])
    const one = { ...params, storybook: apple.publicId }
    const changed = await call(updateStorybook, {
      params: one,
      body: { title: 'Avocado', description: null },
    })
    expect(changed.title).toBe('Avocado')
    await call(deleteStorybook, { params: one })
    await expect(call(getStorybook, { params: one })).rejects.toMatchObject({ status: 404 })
    await expect(call(deleteStorybook, { params: one })).rejects.toMatchObject({ status: 404 })
    await expect(call(listStorybooks, { params })).resolves.toHaveLength(1)
  })

  test('are listed in the order that browsers use, whatever the database’s collation', async () => {
    const { call, account } = await aMember()
    const params = { account: account.publicId }
    const inOrder = [
      '(internal)',
      '@acme/ui',
      '007',
      '10 tips',
      'android-kit',
      'apple',
      'Apple',
      'Button',
      'Button 2',
      'button 2b',
      'Button 10',
      'Button-10',
      'eclair',
      'Éclair',
      'iOS kit',
      'Tables',
      'Übersicht',
      'zebra',
      'Ψ',
      '設計',
    ]
    const shuffled = inOrder.toSorted((one, other) => one.length - other.length || (one < other ? 1 : -1))
    for (const title of shuffled) await call(createStorybook, { params, body: { title } })
    const listed = await call(listStorybooks, { params })
    expect(listed.map(({ title }) => title)).toEqual(inOrder)
    expect(shuffled.toSorted(compareTitles)).toEqual(inOrder)
    const { results } = await call(search, {
      params,
      query: { kind: 'storybook', limit: inOrder.length },
    })
    expect(results.map(({ name }) => name)).toEqual(inOrder)
  })

  test('stop requiring review only if an Owner says so, which is recorded by name', async () => {
    const owner = await aMember({ role: 'Owner' })
    const user = await aMember({ account: owner.account })
    const home = { account: owner.account.publicId }
    const { publicId } = await user.call(createStorybook, { params: home, body: { title: 'Buttons' } })
    const params = { ...home, storybook: publicId }
    const require = (person: typeof user, requiresReview?: boolean) =>
      person.call(updateStorybook, { params, body: { title: 'Buttons', requiresReview } })
    await expect(require(user, true)).resolves.toMatchObject({ requiresReview: true })
    await expect(require(user)).resolves.toMatchObject({ requiresReview: true })
    await expect(require(user, false)).rejects.toMatchObject({
      status: 403,
      problem: { code: 'owner_required' },
    })
    await expect(user.call(getStorybook, { params })).resolves.toMatchObject({ requiresReview: true })
    await expect(require(owner, false)).resolves.toMatchObject({ requiresReview: false })
    await expect(require(user, false)).resolves.toMatchObject({ requiresReview: false })
    const entries = await owner.call(listAccountAudit, { params: home, query: { action: 'storybook' } })
    expect(
      entries
        .filter(({ action }) => action.includes('review'))
        .map(({ action, actor, storybook }) => [action, actor, storybook?.publicId]),
    ).toEqual([
      ['storybook.reviewTurnedOff', expect.stringContaining(owner.person.displayName), params.storybook],
      ['storybook.reviewTurnedOn', expect.stringContaining(user.person.displayName), params.storybook],
    ])
  })

  test('are listed in pages, if somebody asks for them', async () => {
    const { call, account } = await aMember()
    const params = { account: account.publicId }
    const titles = ['Apple', 'apple', 'Éclair', 'Zebra', 'Zebra']
    for (const title of titles) await call(createStorybook, { params, body: { title } })
    const all = await call(listStorybooks, { params })
    const paged: typeof all = []
    for (let page = await call(listStorybooks, { params, query: { limit: 2 } }); page.length > 0;) {
      expect(page.length).toBeLessThanOrEqual(2)
      paged.push(...page)
      const query = { limit: 2, after: page.at(-1)?.publicId }
      page = await call(listStorybooks, { params, query })
    }
    expect(paged).toEqual(all)
    const theirs = await aStorybook()
    const elsewhere = { after: theirs.params.storybook }
    await expect(call(listStorybooks, { params, query: elsewhere })).resolves.toEqual([])
    for (const limit of [0, 1001])
      await expect(call(listStorybooks, { params, query: { limit } })).rejects.toMatchObject({ status: 400 })
  })

  test('are at most so many in one account, those in the trash included', async () => {
    const small = await anotherInstance({ PLINTH_STORYBOOKS_PER_ACCOUNT: '3' })
    onTestFinished(small.close)
    const owner = await aMember({ role: 'Owner' })
    const params = { account: owner.account.publicId }
    const call = await callAs(owner.person, {}, small.origin)
    const create = (title: string) => call(createStorybook, { params, body: { title } })
    const outcomes = await Promise.allSettled(['A', 'B', 'C', 'D', 'E'].map(create))
    const created = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(created).toHaveLength(3)
    const full = {
      status: 409,
      problem: { code: 'too_many_storybooks', detail: expect.stringContaining('3 storybooks') },
    }
    await expect(create('F')).rejects.toMatchObject(full)
    const one = { ...params, storybook: created[0]?.publicId ?? '' }
    await call(deleteStorybook, { params: one })
    await expect(create('F')).rejects.toMatchObject(full)
    await call(purgeStorybook, { params: one })
    await create('F')
    // Creating and deleting for good in a loop does not fill the database before the next sweep.
    let turns = 0
    for (let next = created[1]; next && turns < 10; turns += 1) {
      const again = { ...params, storybook: next.publicId }
      await call(deleteStorybook, { params: again })
      await call(purgeStorybook, { params: again })
      next = await create('Again').catch(() => undefined)
    }
    expect(turns).toBeLessThan(10)
    await expect(call(listStorybooks, { params })).resolves.toHaveLength(2)
  })

  test('need a title, or the field has an error', async () => {
    const { call, account } = await aMember()
    const error = await refusal(
      call(createStorybook, { params: { account: account.publicId }, body: { title: '   ' } }),
    )
    expect(error.status).toBe(400)
    expect(error.problem?.errors).toEqual([{ field: 'title', message: 'Title is required' }])
  })

  test('of another account do not exist, whatever the call', async () => {
    const theirs = await aStorybook()
    const { versionPublicId: version } = await theirs.publish(aStorybookZip())
    const { call, account } = await aMember()
    const { storybook } = theirs.params
    for (const home of [account.publicId, theirs.params.account]) {
      const params = { account: home, storybook }
      const attempts = [
        call(getStorybook, { params }),
        call(updateStorybook, { params, body: { title: 'Mine' } }),
        call(deleteStorybook, { params }),
        call(listVersions, { params }),
        call(publishVersion, { params, form: aForm(aStorybookZip()) }),
        call(deleteVersion, { params: { ...params, version } }),
        call(getStorybookFile, { params: { storybook, version, '*': 'index.html' } }),
        call(getStorybookFile, { params: { storybook, version: 'latest', '*': 'index.html' } }),
      ]
      const errors = await Promise.all(attempts.map((attempt) => refusal(attempt)))
      expect(errors.map(({ status }) => status)).toEqual(attempts.map(() => 404))
    }
    await expect(theirs.call(listVersions, { params: theirs.params })).resolves.toHaveLength(1)
  })
})
