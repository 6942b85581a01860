import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 as nodeCrc32 } from 'node:zlib'

import { findEntry } from '@plinth/server/src/archive/archive-index.ts'
import { fileSource } from '@plinth/server/src/archive/file-source.ts'
import { readEntry } from '@plinth/server/src/archive/read-entry.ts'
import { indexOf, withOpenZip, withZipFile } from '@plinth/server/src/testing/temporary-zip.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { crc32, crc32InJavaScript } from './crc32.ts'
import { listFiles } from './list-files.ts'
import { aFolder, noise } from './testing/folders.ts'
import { zipFolder } from './zip-folder.ts'
import { namesInZip } from './zip-names.ts'

const LARGEST = 4 * 1024 * 1024

async function unpack(zip: Buffer): Promise<Record<string, Buffer | undefined>> {
  return withOpenZip(zip, async (handle) => {
    const index = await indexOf(handle)
    const files: Record<string, Buffer | undefined> = {}
    for (const path of index.entries.keys()) {
      const entry = findEntry(index, path)
      files[path] = entry && (await readEntry(fileSource(handle), entry, LARGEST))
    }
    return files
  })
}

const segment = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 10 })
  .map((text) => text.replaceAll(/[\p{Cc}\p{Cs}/\\:]/gu, '_').replaceAll('.', '-'))
const content = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }),
  fc.nat(200_000).map((length) => new Uint8Array(length).fill(length % 251)),
  fc.nat(200_000).map(noise),
)
const files = fc
  .array(
    fc.record({
      folders: fc.array(segment, { maxLength: 3 }),
      name: segment,
      ending: fc.constantFrom('.js', '.png', '.woff2', ''),
      content,
    }),
    { maxLength: 12 },
  )
  // The number in front keeps names from meeting each other in a case-blind or normalising file system.
  .map((list) =>
    Object.fromEntries(
      list.map(({ folders, name, ending, content }, at) => [
        [`${at}${folders[0] ?? ''}`, ...folders.slice(1), `${name}${ending}`].join('/'),
        content,
      ]),
    ),
  )

describe('a folder as a zip', () => {
  test("holds for the portal's archive engine what the folder holds, whole or streamed", async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.constantFrom(0, 1000, 1_000_000), async (list, wholeUpTo) => {
        const folder = await aFolder({ 'index.html': 'hello', ...list })
        let read = 0
        const zip = await buffer(
          zipFolder(await listFiles(folder), { wholeUpTo, onRead: (bytes) => void (read += bytes) }),
        )
        const unpacked = await unpack(zip)
        expect(Object.keys(unpacked).toSorted()).toEqual(['index.html', ...Object.keys(list)].toSorted())
        for (const [name, bytes] of Object.entries(list)) expect(unpacked[name]?.equals(bytes)).toBe(true)
        expect(read).toBe(5 + Object.values(list).reduce((sum, { length }) => sum + length, 0))
        expect(await withZipFile(zip, namesInZip)).toEqual(new Set(Object.keys(unpacked)))
        await rm(folder, { recursive: true })
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  test('is the same bytes whenever and in whatever order the files were written', async () => {
    const first = await aFolder({ 'b/x.js': 'x', 'a.js': 'a', 'index.html': 'i' })
    const second = await aFolder({ 'index.html': 'i', 'a.js': 'a', 'b/x.js': 'x' })
    const [one, other] = await Promise.all(
      [first, second].map(async (folder) => buffer(zipFolder(await listFiles(folder)))),
    )
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true)
  })

  test('ends with a sentence when a file disappears meanwhile', async () => {
    const folder = await aFolder({ 'index.html': 'i', 'z.js': 'z', 'y.bin': noise(3000) })
    const list = await listFiles(folder)
    await rm(join(folder, 'z.js'))
    for (const wholeUpTo of [0, 1000]) {
      await expect(buffer(zipFolder(list, { wholeUpTo }))).rejects.toThrow('z.js cannot be read (ENOENT)')
    }
  })

  test('is refused beyond what its records can count', () => {
    const file = { path: 'a', location: '/nowhere', size: 0 }
    expect(() => zipFolder(Array.from({ length: 70_000 }, () => file))).toThrow('70000 files are more')
  })
})

describe('the files of a folder', () => {
  test('leave out what operating systems put there', async () => {
    const folder = await aFolder({
      'index.html': '',
      '.DS_Store': '',
      'a/Thumbs.db': '',
      '__MACOSX/._x': '',
      'a/._b': '',
      '.nojekyll': '',
    })
    expect((await listFiles(folder)).map(({ path }) => path)).toEqual(['.nojekyll', 'index.html'])
  })

  test('follow links inside the folder, and refuse those that lead out, nowhere or in circles', async () => {
    const folder = await aFolder({ 'index.html': 'i', 'real/a.js': 'a' })
    await symlink('real', join(folder, 'linked'))
    await symlink('../index.html', join(folder, 'real/home.html'))
    expect((await listFiles(folder)).map(({ path }) => path)).toEqual([
      'index.html',
      'linked/a.js',
      'linked/home.html',
      'real/a.js',
      'real/home.html',
    ])
    const elsewhere = await aFolder({ secret: 's' })
    await symlink(join(elsewhere, 'secret'), join(folder, 'out'))
    await expect(listFiles(folder)).rejects.toThrow('The link out leads out of the folder')
    await rm(join(folder, 'out'))
    await symlink('gone', join(folder, 'broken'))
    await expect(listFiles(folder)).rejects.toThrow('The link broken leads nowhere')
    await rm(join(folder, 'broken'))
    await symlink('..', join(folder, 'real/up'))
    await expect(listFiles(folder)).rejects.toThrow('leads back')
  })

  test('do not take a neighbour whose name begins alike for the folder itself', async () => {
    const parent = await aFolder({ 'site/index.html': 'i', 'site-secrets/key': 'k' })
    await symlink(join(parent, 'site-secrets/key'), join(parent, 'site/key'))
    await expect(listFiles(join(parent, 'site'))).rejects.toThrow('leads out')
  })
})

test("the checksum for old Nodes is Node's own", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), fc.uint8Array({ maxLength: 500 }), (a, b) => {
      const expected = nodeCrc32(b, nodeCrc32(a))
      expect(crc32InJavaScript(b, crc32InJavaScript(a))).toBe(expected)
      expect(crc32(b, crc32(a))).toBe(expected)
    }),
  )
})
