import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { describe, expect, test } from 'vitest'

import { reportSkipped } from '../testing/report-skipped.ts'
import { indexOf, withOpenZip, withZipFile } from '../testing/temporary-zip.ts'
import { extraField, unicodePathField, writeZip, zip64Field } from '../testing/zip-writer.ts'
import type { ZipEntry } from '../testing/zip-writer.ts'
import { decodeIndex } from './archive-index.ts'
import { fileSource } from './file-source.ts'
import { ingestArchive } from './ingest-archive.ts'
import { readEntry } from './read-entry.ts'

const run = promisify(execFile)
const index: ZipEntry = { name: 'index.html', content: '<!doctype html>' }

/** Path and content of everything that would be served. */
function contentsOf(zip: Buffer): Promise<Record<string, string>> {
  return withOpenZip(zip, async (handle) => {
    const { entries } = await indexOf(handle)
    const contents: Record<string, string> = {}
    for (const [path, entry] of entries) {
      const content = await readEntry(fileSource(handle), entry, 1e9)
      contents[path] = content?.toString('utf8') ?? ''
    }
    return contents
  })
}

const pathsOf = async (zip: Buffer) => new Set(Object.keys(await contentsOf(zip)))

describe('zips of ordinary tools are accepted', () => {
  const script: ZipEntry = { name: 'a.js', content: 'let a' }
  const legal: [string, Buffer][] = [
    ['a comment', writeZip([index, script], { comment: 'made by hand' })],
    ['comments on entries', writeZip([index, { ...script, comment: 'first' }])],
    ['zip64 records that were not needed', writeZip([index, script], { zip64: true })],
    [
      'a zip64 record beside a plain one',
      writeZip([index, script], { zip64: true, end: { count: 2, countHere: 2 } }),
    ],
    ['a directory in another order than the entries', writeZip([index, script], { order: [1, 0] })],
    [
      'stored entries',
      writeZip([
        { ...index, method: 0 },
        { ...script, method: 0 },
      ]),
    ],
    ['deflate levels among the flags', writeZip([index, { ...script, flags: 2, local: { flags: 6 } }])],
    [
      'a descriptor the directory no longer mentions',
      writeZip([index, { ...script, flags: 0, descriptor: 'signed', local: { flags: 8 } }]),
    ],
    ['a promised descriptor that was not needed', writeZip([index, { ...script, flags: 8 }])],
    ['stored entries with a descriptor', writeZip([index, { ...script, method: 0, descriptor: 'signed' }])],
    [
      'different extra fields in both places',
      writeZip([index, { ...script, local: { extra: extraField(0x5455, Buffer.alloc(9)) } }]),
    ],
    ['padding for alignment', writeZip([index, { ...script, local: { extra: Buffer.alloc(3) } }])],
    [
      'zip64 sizes beside the data only',
      writeZip([
        index,
        { ...script, local: { size: 0xffffffff, compressedSize: 0xffffffff, extra: zip64Field(5, 7) } },
      ]),
    ],
    ['a Unicode path that agrees', writeZip([index, { ...script, extra: unicodePathField('a.js', 'a.js') }])],
    ['no Unix mode', writeZip([index, { ...script, externalAttributes: 0, madeBy: 20 }])],
    [
      'folders',
      writeZip([{ name: 'static/', content: '', externalAttributes: 0o040755 * 2 ** 16 }, index, script]),
    ],
    ['a stored folder', writeZip([{ name: 'static/', content: '', method: 0 }, index, script])],
    ...(['signed', 'unsigned', 'signed64', 'unsigned64'] as const).map((descriptor): [string, Buffer] => [
      `streamed entries with ${descriptor} descriptors`,
      writeZip([
        { ...index, descriptor },
        { ...script, descriptor },
      ]),
    ]),
  ]
  test.each(legal)('%s', async (_, zip) => {
    expect(await contentsOf(zip)).toEqual({ 'index.html': '<!doctype html>', 'a.js': 'let a' })
  })

  test('names with backslashes become paths', async () => {
    const zip = writeZip([
      index,
      { name: 'assets\\deep\\a.js', content: 'let a' },
      { name: 'assets\\empty\\' },
    ])
    expect(await pathsOf(zip)).toEqual(new Set(['index.html', 'assets/deep/a.js']))
  })

  test('names are decoded from UTF-8 without the flag, code page 437 and Unicode paths', async () => {
    const shiftJis = Buffer.from([0x93, 0xfa, 0x96, 0x7b])
    const zip = writeZip([
      index,
      { name: Buffer.from('日本.txt') },
      { name: Buffer.from([0x63, 0x61, 0x66, 0x82]) },
      { name: shiftJis, extra: unicodePathField(shiftJis, '日本') },
    ])
    expect(await pathsOf(zip)).toEqual(new Set(['index.html', '日本.txt', 'café', '日本']))
  })

  test('unusual but valid names are kept', async () => {
    const names = [
      'a b.js',
      'a#b.js',
      'a%20b.js',
      'a+b.js',
      `it's "q".js`,
      '.env',
      'a/.well-known/x',
      '..a/b..',
      'x'.repeat(1024),
    ]
    const zip = writeZip([index, ...names.map((name) => ({ name }))])
    expect(await pathsOf(zip)).toEqual(new Set(['index.html', ...names]))
  })

  test('files added by operating systems are dropped, and so is a common root folder', async () => {
    const names = [
      'site/',
      '__MACOSX/site/._index.html',
      'site/.DS_Store',
      'site/img/Thumbs.db',
      'site/._a',
      'site/img/a.png',
    ]
    const zip = writeZip([...names.map((name) => ({ name })), { ...index, name: 'site/index.html' }])
    expect(await pathsOf(zip)).toEqual(new Set(['img/a.png', 'index.html']))
  })

  test('a root folder is kept if index.html is above it', async () => {
    const zip = writeZip([index, { name: 'a/index.html' }])
    expect(await pathsOf(zip)).toEqual(new Set(['index.html', 'a/index.html']))
  })

  test('redundant dots are removed from names', async () => {
    const zip = writeZip([{ name: './' }, { ...index, name: './index.html' }, { name: './a/./b//c.js' }])
    expect(await pathsOf(zip)).toEqual(new Set(['index.html', 'a/b/c.js']))
  })

  test('many entries of mixed sizes', async () => {
    const large = Buffer.alloc(5e6, 'plinth ')
    const zip = writeZip([
      index,
      { name: 'large.js', content: large },
      { name: 'large.bin', content: large, method: 0, descriptor: 'signed64' },
      ...Array.from({ length: 3000 }, (_, number) => ({
        name: `${number}.js`,
        content: `let n = ${number}`,
      })),
    ])
    await withZipFile(zip, async (path) => {
      expect(await ingestArchive(path)).toMatchObject({ fileCount: 3003, build: { kind: 'site' } })
    })
  })
})

describe('zips made by tools on this machine', () => {
  const python = `
import sys, zipfile
class Pipe:
    def __init__(self, file): self.file = file
    def write(self, data): return self.file.write(data)
    def flush(self): pass
with open(sys.argv[1], 'wb') as file, zipfile.ZipFile(Pipe(file), 'w', zipfile.ZIP_DEFLATED) as zip:
    zip.write('index.html'); zip.write('café.txt')
    with zip.open('forced.txt', 'w', force_zip64=True) as entry: entry.write(b'x' * 1000)
`
  const tools: [string, string, string[]][] = [
    ['zip', 'zip', ['-qr', 'out.zip', '.']],
    ['zip with zip64 forced', 'zip', ['-qr', '-fz', 'out.zip', '.']],
    ['zip with descriptors', 'zip', ['-qr', '-fd', 'out.zip', '.']],
    ['zip without compression', 'zip', ['-q0r', 'out.zip', '.']],
    ['zip into a pipe', 'sh', ['-c', 'command -v zip >/dev/null || exit 127; zip -qr - . | cat > out.zip']],
    ['python', 'python3', ['-m', 'zipfile', '-c', 'out.zip', 'index.html', 'café.txt']],
    ['python into a pipe', 'python3', ['-c', python, 'out.zip']],
    ['7z', '7z', ['a', '-bd', 'out.zip', '.']],
    ['jar', 'jar', ['cf', 'out.zip', '.']],
  ]
  test.each(tools)('%s', async (tool, command, parameters) => {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-tool-'))
    try {
      await mkdir(join(folder, 'empty'))
      await writeFile(join(folder, 'index.html'), '<!doctype html>')
      await writeFile(join(folder, 'café.txt'), 'au lait '.repeat(1000))
      try {
        // Tools write names in their locale; one without é cannot be tested.
        await run(command, parameters, { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } })
      } catch (error) {
        if (!isAbsent(error)) throw error
        reportSkipped(`${tool} is not on this machine, so what it writes is not tried`)
        return
      }
      const taken = await ingestArchive(join(folder, 'out.zip'))
      expect([...decodeIndex(taken.index).entries.keys()]).toEqual(
        expect.arrayContaining(['index.html', 'café.txt']),
      )
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 127)
}
