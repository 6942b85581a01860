import { deleteStorybook } from '@plinth/contract/storybooks.ts'
import { deleteVersion } from '@plinth/contract/versions.ts'
import { afterEach, expect, test, vi } from 'vitest'

import { testPortal } from '../testing/test-app.ts'
import { aVersion, getFile, sessionFor } from '../testing/viewer-requests.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Moves the clock forward. */
function advance(seconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
}

test('without a session no file is served', async () => {
  const { version } = await aVersion()
  const answer = await getFile('/index.html', version, '')
  expect(answer.status).toBe(401)
  expect(answer.text).toContain('Open this from the portal')
  expect(answer.text).not.toContain('Manager')
  // The files at this origin are those of the build.
  expect(answer.text).not.toContain('typeface')
  expect(answer.headers['content-security-policy']).not.toContain('font-src')
})

test('a session of another version, of the same storybook or not, gives no access', async () => {
  const shown = await aVersion()
  const cookie = await sessionFor(shown)
  expect((await getFile('/index.html', await shown.publish('two'), cookie)).status).toBe(401)
  expect((await getFile('/index.html', (await aVersion()).version, cookie)).status).toBe(401)
})

test('an unknown version and one of another account give the same answer', async () => {
  const shown = await aVersion()
  const foreign = await getFile('/', (await aVersion()).version, await sessionFor(shown))
  const missing = await getFile('/', 'doesnotexist', await sessionFor(shown))
  expect({ ...missing, headers: {} }).toEqual({ ...foreign, headers: {} })
})

test('a removed member loses access within thirty seconds', async () => {
  const { db } = await testPortal()
  const shown = await aVersion()
  const cookie = await sessionFor(shown)
  expect((await getFile('/assets/app.js', shown.version, cookie)).status).toBe(200)
  await db.deleteFrom('memberships').where('account_id', '=', shown.account.id).execute()
  advance(30)
  expect((await getFile('/assets/app.js', shown.version, cookie)).status).toBe(404)
})

test('a clock that was ahead for a moment does not prolong that', async () => {
  const { db } = await testPortal()
  const shown = await aVersion()
  const cookie = await sessionFor(shown)
  advance(30 * 60)
  expect((await getFile('/assets/app.js', shown.version, cookie)).status).toBe(200)
  await db.deleteFrom('memberships').where('account_id', '=', shown.account.id).execute()
  vi.useRealTimers()
  expect((await getFile('/assets/app.js', shown.version, cookie)).status).toBe(404)
})

test('a deleted version, or one of a deleted storybook, is gone within thirty seconds', async () => {
  const shown = await aVersion()
  const newer = await shown.publish('two')
  const gone = await sessionFor(shown)
  await shown.call(deleteVersion, { params: shown.params })
  advance(30)
  expect((await getFile('/', shown.version, gone)).status).toBe(404)

  const params = { ...shown.params, version: newer }
  const cookie = await sessionFor({ ...shown, params, version: newer })
  expect((await getFile('/', newer, cookie)).status).toBe(200)
  await shown.call(deleteStorybook, { params })
  advance(30)
  expect((await getFile('/', newer, cookie)).status).toBe(404)
})
