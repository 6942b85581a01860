import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 as nodeCrc32 } from 'node:zlib'

import { crc32 as crc32InJavaScript } from '@plinth/contract/crc32.ts'
import { listZip, siteFiles } from '@plinth/contract/zip-directory.ts'
import { findEntry } from '@plinth/server/src/archive/archive-index.ts'
import { fileSource } from '@plinth/server/src/archive/file-source.ts'
import { readEntry } from '@plinth/server/src/archive/read-entry.ts'
import { indexOf, withOpenZip, withZipFile } from '@plinth/server/src/testing/temporary-zip.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { crc32 } from './crc32.ts'
import { listFiles } from './list-files.ts'
import { createFolder, noise } from './testing/folders.ts'
import { withZip } from './zip-file.ts'
import { zipFolder } from './zip-folder.ts'

const MAX_FILE_BYTES = 4 * 1024 * 1024

async function unpack(zip: Buffer): Promise<Record<string, Buffer | undefined>> {
  return withOpenZip(zip, async (handle) => {
    const index = await indexOf(handle)
    const files: Record<string, Buffer | undefined> = {}
    for (const path of index.entries.keys()) {
      const entry = findEntry(index, path)
      files[path] = entry && (await readEntry(fileSource(handle), entry, MAX_FILE_BYTES))
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
  // The number in front keeps names distinct on file systems that ignore case or normalise Unicode.
  .map((list) =>
    Object.fromEntries(
      list.map(({ folders, name, ending, content }, at) => [
        [`${at}${folders[0] ?? ''}`, ...folders.slice(1), `${name}${ending}`].join('/'),
        content,
      ]),
    ),
  )

describe('zipping a folder', () => {
  test("makes a zip that the portal's archive engine reads back unchanged, buffered or streamed", async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.constantFrom(0, 1000, 1_000_000), async (list, maxBufferedBytes) => {
        const folder = await createFolder({ 'index.html': 'hello', ...list })
        let read = 0
        const zip = await buffer(
          zipFolder(await listFiles(folder), { maxBufferedBytes, onRead: (bytes) => void (read += bytes) }),
        )
        const unpacked = await unpack(zip)
        expect(Object.keys(unpacked).toSorted()).toEqual(['index.html', ...Object.keys(list)].toSorted())
        for (const [name, bytes] of Object.entries(list)) expect(unpacked[name]?.equals(bytes)).toBe(true)
        expect(read).toBe(5 + Object.values(list).reduce((sum, { length }) => sum + length, 0))
        const listing = await withZipFile(zip, (path) => withZip(path, listZip))
        const names = listing.kind === 'listed' ? [...siteFiles(listing.entries).keys()] : []
        expect(names.toSorted()).toEqual(Object.keys(unpacked).toSorted())
        await rm(folder, { recursive: true })
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  test('makes the same bytes whenever and in whatever order the files were written', async () => {
    const first = await createFolder({ 'b/x.js': 'x', 'a.js': 'a', 'index.html': 'i' })
    const second = await createFolder({ 'index.html': 'i', 'a.js': 'a', 'b/x.js': 'x' })
    const [one, other] = await Promise.all(
      [first, second].map(async (folder) => buffer(zipFolder(await listFiles(folder)))),
    )
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true)
  })

  test('fails with a message if a file disappears meanwhile', async () => {
    const folder = await createFolder({ 'index.html': 'i', 'z.js': 'z', 'y.bin': noise(3000) })
    const list = await listFiles(folder)
    await rm(join(folder, 'z.js'))
    for (const maxBufferedBytes of [0, 1000]) {
      await expect(buffer(zipFolder(list, { maxBufferedBytes }))).rejects.toThrow(
        'z.js cannot be read (ENOENT)',
      )
    }
  })

  test('refuses more files than a zip can hold', () => {
    const file = { path: 'a', location: '/nowhere', size: 0 }
    expect(() => zipFolder(Array.from({ length: 70_000 }, () => file))).toThrow(
      'too large to zip (70000 files)',
    )
  })
})

describe('listing the files of a folder', () => {
  test('skips files that operating systems add', async () => {
    const folder = await createFolder({
      'index.html': '',
      '.DS_Store': '',
      'a/Thumbs.db': '',
      '__MACOSX/._x': '',
      'a/._b': '',
      '.nojekyll': '',
    })
    expect((await listFiles(folder)).map(({ path }) => path)).toEqual(['.nojekyll', 'index.html'])
  })

  test('follows links inside the folder, and refuses broken, circular and outside ones', async () => {
    const folder = await createFolder({ 'index.html': 'i', 'real/a.js': 'a' })
    await symlink('real', join(folder, 'linked'))
    await symlink('../index.html', join(folder, 'real/home.html'))
    expect((await listFiles(folder)).map(({ path }) => path)).toEqual([
      'index.html',
      'linked/a.js',
      'linked/home.html',
      'real/a.js',
      'real/home.html',
    ])
    const elsewhere = await createFolder({ secret: 's' })
    await symlink(join(elsewhere, 'secret'), join(folder, 'out'))
    await expect(listFiles(folder)).rejects.toThrow('The link out points outside the folder')
    await rm(join(folder, 'out'))
    await symlink('gone', join(folder, 'broken'))
    await expect(listFiles(folder)).rejects.toThrow('The link broken is broken')
    await rm(join(folder, 'broken'))
    await symlink('..', join(folder, 'real/up'))
    await expect(listFiles(folder)).rejects.toThrow('points to a folder that contains it')
  })

  test('treats a sibling folder with the same prefix as outside', async () => {
    const parent = await createFolder({ 'site/index.html': 'i', 'site-secrets/key': 'k' })
    await symlink(join(parent, 'site-secrets/key'), join(parent, 'site/key'))
    await expect(listFiles(join(parent, 'site'))).rejects.toThrow('points outside')
  })
})

test("the JavaScript checksum equals Node's own", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), fc.uint8Array({ maxLength: 500 }), (a, b) => {
      const expected = nodeCrc32(b, nodeCrc32(a))
      expect(crc32InJavaScript(b, crc32InJavaScript(a))).toBe(expected)
      expect(crc32(b, crc32(a))).toBe(expected)
    }),
  )
})
