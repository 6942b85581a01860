import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

import {
  deleteStorybookIcon,
  getStorybook,
  getStorybookIcon,
  iconPixels,
  listStorybooks,
  setStorybookIcon,
} from '@plinth/contract/storybooks.ts'
import { deleteVersion } from '@plinth/contract/versions.ts'
import { expect, test } from 'vitest'

import type { Person } from '../../embedded/identity/people.ts'
import { aStorybookZip, filesOf, sharedData } from '../../testing/builds.ts'
import { aStorybook, refusal } from '../../testing/publishing.ts'
import { aMember, testPortal, tokenOf } from '../../testing/test-app.ts'
import { readZip } from '../../testing/zip-reader.ts'

/** A PNG of one colour. */
function aPng(width: number = iconPixels, height: number = width, shade = 0x80): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((width + 1) * height, shade)
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')])
}

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

const drawing = (inside = '<path d="M0 0h8v8z"/>') =>
  `<?xml version="1.0"?>\n<!-- ours --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`

/** A storybook whose card is asked for as the storybooks page does. */
async function aListedStorybook() {
  const storybook = await aStorybook()
  const { call, params } = storybook
  const listed = async () => {
    const all = await call(listStorybooks, { params: { account: params.account } })
    return all.find(({ publicId }) => publicId === params.storybook)
  }
  const publish = async (files: Record<string, string | Buffer>) =>
    (await storybook.publish(aStorybookZip({ files }))).versionPublicId
  const bytesOf = async (hash: string | undefined) =>
    Buffer.from(await call(getStorybookIcon, { params: { ...params, hash: hash ?? '' } }))
  return { ...storybook, listed, publish, bytesOf }
}

const headersOf = async (who: Person) => ({ headers: { authorization: `Bearer ${await tokenOf(who)}` } })

test('an uploaded icon is served as a picture that runs nowhere, and is cached by its hash', async () => {
  const { call, person, params, listed } = await aListedStorybook()
  const { icon } = await call(setStorybookIcon, { params, body: { png: aPng().toString('base64') } })
  expect(icon).toMatchObject({ mediaType: 'image/png', source: 'upload' })
  expect((await listed())?.icon).toEqual(icon)
  const path = `/api/v1/account/${params.account}/Storybooks/${params.storybook}/icon/${icon?.hash}`
  const { origin } = await testPortal()
  const response = await fetch(origin + path, await headersOf(person))
  expect(Buffer.from(await response.arrayBuffer())).toEqual(aPng())
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
  })
  expect((await fetch(origin + path)).status).toBe(401)
  const stranger = await aMember()
  expect((await fetch(origin + path, await headersOf(stranger.person))).status).toBe(404)
})

test('an uploaded icon is shown rather than that of the build, until it is removed', async () => {
  const { call, params, listed, publish, bytesOf } = await aListedStorybook()
  await publish({ 'favicon.svg': drawing() })
  await expect.poll(async () => (await listed())?.icon?.source).toBe('build')
  const { icon } = await call(setStorybookIcon, { params, body: { png: aPng().toString('base64') } })
  expect(icon?.source).toBe('upload')
  const { icon: left } = await call(deleteStorybookIcon, { params })
  expect(left).toMatchObject({ source: 'build', mediaType: 'image/svg+xml' })
  expect((await bytesOf(left?.hash)).toString()).toBe(drawing())
  await expect(bytesOf(icon?.hash)).rejects.toMatchObject({ status: 404 })
})

test('a drawing that an earlier release stored and that loads something is not sent', async () => {
  const { db } = await testPortal()
  const { listed, publish, bytesOf } = await aListedStorybook()
  await publish({ 'favicon.svg': drawing() })
  await expect.poll(async () => (await listed())?.icon?.source).toBe('build')
  const hash = (await listed())?.icon?.hash
  expect((await bytesOf(hash)).toString()).toBe(drawing())
  const bytes = Buffer.from(drawing('<image href="https://elsewhere.example/x.png"/>'))
  await db
    .updateTable('storybook_icons')
    .set({ bytes })
    .where('sha256', '=', Buffer.from(hash ?? '', 'hex'))
    .execute()
  await expect(bytesOf(hash)).rejects.toMatchObject({ status: 404 })
})

test('only a whole PNG of the right size is accepted', async () => {
  const { call, params } = await aListedStorybook()
  const png = aPng()
  const refused = [
    aPng(64),
    aPng(iconPixels, iconPixels * 2),
    png.subarray(0, -12),
    Buffer.concat([png, Buffer.from('<script>')]),
    Buffer.from(drawing()),
    png.subarray(0, 20),
  ]
  for (const bytes of refused) {
    const error = await refusal(call(setStorybookIcon, { params, body: { png: bytes.toString('base64') } }))
    expect(error.problem?.errors).toEqual([{ field: 'png', message: 'Must be a PNG of 128 × 128 pixels' }])
  }
  expect((await call(getStorybook, { params })).icon).toBeNull()
})

test('viewers see icons and change none', async () => {
  const { call, params, account } = await aListedStorybook()
  const { icon } = await call(setStorybookIcon, { params, body: { png: aPng().toString('base64') } })
  const viewer = await aMember({ role: 'Viewer', account })
  const hash = icon?.hash ?? ''
  await expect(viewer.call(getStorybookIcon, { params: { ...params, hash } })).resolves.toHaveLength(
    aPng().length,
  )
  await expect(viewer.call(deleteStorybookIcon, { params })).rejects.toMatchObject({ status: 403 })
  const body = { png: aPng().toString('base64') }
  await expect(viewer.call(setStorybookIcon, { params, body })).rejects.toMatchObject({ status: 403 })
})

test('the card follows the newest build: its favicon and its main components', async () => {
  const { call, params, listed, publish, bytesOf } = await aListedStorybook()
  await publish({
    'index.html': '<!doctype html><link href=./brand/ours.png rel=icon>',
    'brand/ours.png': aPng(32),
  })
  await expect.poll(async () => (await listed())?.icon?.mediaType).toBe('image/png')
  const linked = await listed()
  expect(linked?.mainComponents.toSorted()).toEqual(['Button', 'Card'])
  expect(await bytesOf(linked?.icon?.hash)).toEqual(aPng(32))

  // One picture, which begins after the list of pictures.
  const head = Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, ...Array<number>(10).fill(0), 22, 0, 0, 0])
  const second = await publish({ 'favicon.ico': Buffer.concat([head, aPng(16)]) })
  await expect.poll(async () => (await listed())?.icon?.mediaType).toBe('image/x-icon')
  await call(deleteVersion, { params: { ...params, version: second } })
  await expect.poll(async () => (await listed())?.icon?.mediaType).toBe('image/png')
})

test.for([
  ['is not a picture', { 'favicon.svg': '<!doctype html><svg></svg>' }],
  ['runs a script', { 'favicon.svg': drawing('<script>alert(1)</script>') }],
  ['could be drawn forever', { 'favicon.svg': drawing('<use href="#a"/>') }],
  ['declares entities', { 'favicon.svg': `<!DOCTYPE svg [<!ENTITY a "b">]>${drawing()}` }],
  ['is too large to draw', { 'favicon.png': aPng(2000) }],
  ['is too many bytes', { 'favicon.svg': drawing(`<path d="${'M0 0'.repeat(20_000)}"/>`) }],
  ['is elsewhere', { 'index.html': '<link rel="icon" href="https://elsewhere.example/favicon.svg">' }],
] as const)('a favicon that %s is not taken', async ([, files]) => {
  const { listed, publish } = await aListedStorybook()
  await publish(files)
  await expect.poll(async () => (await listed())?.mainComponents.length).toBe(2)
  expect((await listed())?.icon).toBeNull()
})

test.for(filesOf('storybooks', '.zip'))('the favicon of %s is Storybook’s own', async (name) => {
  const files = readZip(await readFile(join(sharedData, 'storybooks', name)))
  const favicon = [...files].find(([path]) => path.endsWith('/favicon.svg') || path === 'favicon.svg')?.[1]
  expect(favicon?.length).toBeGreaterThan(1000)
  const { listed, publish } = await aListedStorybook()
  await publish({ 'favicon.svg': favicon ?? '' })
  await expect.poll(async () => (await listed())?.mainComponents.length).toBe(2)
  expect((await listed())?.icon).toBeNull()
})
