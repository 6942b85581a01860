import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createStorybook, getStorybook } from '@plinth/contract/storybooks.ts'
import { deleteVersion, listVersions, publishVersionShort } from '@plinth/contract/versions.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { aForm, aStorybookZip, filesOf, hasSharedData, sharedData } from '../../testing/builds.ts'
import { aStorybook, leftovers, refusal } from '../../testing/publishing.ts'
import { reportSkipped } from '../../testing/report-skipped.ts'
import { testPortal, tokenOf } from '../../testing/test-app.ts'
import { writeZip } from '../../testing/zip-writer.ts'

if (!hasSharedData) reportSkipped('real builds are not published: the test data is missing')

describe('publishing', () => {
  test('the answer is the updated storybook, and the version describes its build', async () => {
    const { call, params, publish, person } = await aStorybook()
    const fields = { Message: 'First', Branch: 'main', Commit: '3f2c1ab', BuildUrl: 'https://ci.example/1' }
    const published = await publish(aStorybookZip(), fields)
    expect(published).toMatchObject({ publicId: params.storybook, versionCount: 1 })
    expect(published.latest).toEqual({
      versionPublicId: published.versionPublicId,
      createdAt: published.lastUpdated,
      branch: 'main',
      commit: '3f2c1ab',
      kind: 'storybook',
      storyCount: 2,
      componentCount: 2,
      storybookVersion: '10.1.0',
      framework: '@storybook/react-vite',
    })
    const [version] = await call(listVersions, { params })
    expect(version).toMatchObject({
      publicId: published.versionPublicId,
      message: 'First',
      branch: 'main',
      commit: '3f2c1ab',
      buildUrl: 'https://ci.example/1',
      createdBy: person.displayName,
      fileCount: 5,
    })
    expect(published.lastUpdated).toBe(version?.createdAt)
    expect(published.versionPublicId).toMatch(/^[a-z0-9]+$/)
  })

  test('the short path of the curl example works too', async () => {
    const { call, params } = await aStorybook()
    const published = await call(publishVersionShort, { params, form: aForm(aStorybookZip()) })
    expect(published.versionCount).toBe(1)
  })

  test('a site that is not a Storybook is hosted as a plain site', async () => {
    const { publish } = await aStorybook()
    const { latest } = await publish(writeZip([{ name: 'index.html', content: '<h1>docs</h1>' }]))
    expect(latest).toMatchObject({ kind: 'site', storyCount: null, storybookVersion: null })
  })

  test('concurrent uploads each become a version, and the last recorded is the newest', async () => {
    const { call, params, publish } = await aStorybook()
    const answers = await Promise.all([1, 2, 3, 4].map((n) => publish(aStorybookZip({ label: String(n) }))))
    expect(new Set(answers.map(({ versionPublicId }) => versionPublicId)).size).toBe(4)
    const versions = await call(listVersions, { params })
    const times = versions.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().toReversed())
    const storybook = await call(getStorybook, { params })
    expect(storybook.versionCount).toBe(4)
    expect(storybook.latest?.versionPublicId).toBe(versions[0]?.publicId)
    const last = answers.find(({ versionCount }) => versionCount === 4)
    expect(last?.versionPublicId).toBe(versions[0]?.publicId)
  })

  test('a retry with the same Idempotency-Key gets the first answer, even while the first is in progress', async () => {
    const { call, params, person } = await aStorybook()
    const { origin, db } = await testPortal()
    const authorization = `Bearer ${await tokenOf(person)}`
    const send = async () => {
      const address = `${origin}/api/v1/account/${params.account}/Storybooks/${params.storybook}/versions`
      const headers = { authorization, 'idempotency-key': 'build-17' }
      const response = await fetch(address, { method: 'POST', headers, body: aForm(aStorybookZip()) })
      return { status: response.status, body: await response.json() }
    }
    const together = await Promise.all([send(), send(), send()])
    const later = await send()
    // The release before did not know folders and branches.
    await sql`UPDATE publish_answers SET answer = answer #- '{latest,branch}' #- '{folder}'
      WHERE idempotency_key = 'build-17'`.execute(db)
    const afterUpgrade = await send()
    for (const answer of [...together, later, afterUpgrade]) expect(answer).toEqual(together[0])
    expect(together[0]?.status).toBe(201)
    await expect(call(listVersions, { params })).resolves.toHaveLength(1)
    expect(await leftovers()).toMatchObject({ drafts: [] })
  })

  test.for(['two words', 'x'.repeat(201), 'é'])('the Idempotency-Key %s is refused', async (key) => {
    const { call, params, person } = await aStorybook()
    const { origin } = await testPortal()
    const headers = { authorization: `Bearer ${await tokenOf(person)}`, 'idempotency-key': key }
    const address = `${origin}/api/v1/account/${params.account}/Storybooks/${params.storybook}/versions`
    const response = await fetch(address, { method: 'POST', headers, body: aForm(aStorybookZip()) })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'invalid_input',
      detail: 'An Idempotency-Key must be 1 to 200 visible ASCII characters.',
    })
    await expect(call(listVersions, { params })).resolves.toEqual([])
  })

  test('an Idempotency-Key applies to one storybook only', async () => {
    const first = await aStorybook()
    const { publicId } = await first.call(createStorybook, { params: first.params, body: { title: 'Other' } })
    const { origin } = await testPortal()
    const headers = { authorization: `Bearer ${await tokenOf(first.person)}`, 'idempotency-key': 'same' }
    const ids = await Promise.all(
      [first.params.storybook, publicId].map(async (storybook) => {
        const address = `${origin}/api/v1/account/${first.params.account}/Storybooks/${storybook}/versions`
        const response = await fetch(address, { method: 'POST', headers, body: aForm(aStorybookZip()) })
        return ((await response.json()) as { publicId: string }).publicId
      }),
    )
    expect(ids).toEqual([first.params.storybook, publicId])
  })
})

describe('versions', () => {
  test('can be deleted, except the last one', async () => {
    const { call, params, publish } = await aStorybook()
    const first = await publish(aStorybookZip({ label: '1' }))
    const second = await publish(aStorybookZip({ label: '2' }))
    await call(deleteVersion, { params: { ...params, version: second.versionPublicId } })
    const storybook = await call(getStorybook, { params })
    expect(storybook).toMatchObject({ versionCount: 1, lastUpdated: first.lastUpdated })
    expect(storybook.latest?.versionPublicId).toBe(first.versionPublicId)
    const error = await refusal(
      call(deleteVersion, { params: { ...params, version: first.versionPublicId } }),
    )
    expect(error.problem?.code).toBe('last_version')
    expect(
      (await refusal(call(deleteVersion, { params: { ...params, version: second.versionPublicId } }))).status,
    ).toBe(404)
  })

  test('cannot both be deleted at the same time if they are the last two', async () => {
    const { call, params, publish } = await aStorybook()
    const versions = [
      await publish(aStorybookZip({ label: '1' })),
      await publish(aStorybookZip({ label: '2' })),
    ]
    const results = await Promise.allSettled(
      versions.map(({ versionPublicId }) =>
        call(deleteVersion, { params: { ...params, version: versionPublicId } }),
      ),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(call(listVersions, { params })).resolves.toHaveLength(1)
  })
})

describe.skipIf(!hasSharedData)('real builds', () => {
  test.each(filesOf('storybooks', '.zip'))('%s is published', async (name) => {
    const { publish } = await aStorybook()
    const { latest } = await publish(await readFile(join(sharedData, 'storybooks', name)))
    expect(latest?.kind).toBe('storybook')
    expect(latest?.storyCount).toBeGreaterThan(0)
    expect(latest?.storybookVersion).toMatch(/^(8|9|10)\./)
  })
})
