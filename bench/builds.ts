import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

import { sharedData } from '../server/src/testing/builds.ts'
import { run } from './programs.ts'
import { note } from './table.ts'
import { writeZipFile } from './zip-file.ts'
import type { PackedFile } from './zip-file.ts'

const MiB = 1024 * 1024

function packed(name: string, content: Buffer, method: 0 | 8): PackedFile {
  const data = method === 8 ? deflateRawSync(content) : content
  return { name, method, data, size: content.length, crc32: crc32(content) }
}

const page = (title: string) => Buffer.from(`<!doctype html><title>${title}</title>`)

const pages = () => [
  packed('index.html', page('manager'), 8),
  packed('iframe.html', page('preview'), 8),
  packed('index.json', Buffer.from('{"v":5,"entries":{}}'), 8),
]

/** Text that compresses to about a quarter, as scripts do. */
function script(bytes: number, seed: number): Buffer {
  let state = seed
  const next = (below: number) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % below
  const line = () =>
    `export const part${next(9973)} = { width: ${next(100)}, label: "component ${next(500)}" }\n`
  return Buffer.from(Array.from({ length: Math.ceil(bytes / 60) }, line).join(''))
}

/** The large build: 44 MB, some 3,400 files, three quarters of them small scripts and the rest pictures. */
export async function largeBuild(folder: string): Promise<string> {
  const path = join(folder, 'large.zip')
  const maker = join(sharedData, 'storybooks/make-large.mjs')
  if (existsSync(maker)) {
    await run(process.execPath, [maker, path])
  } else {
    note('The real builds are not available, so a generated one of the same shape is used.')
    await writeZipFile(path, generatedBuild())
  }
  note(`The build: ${await describe(path)}`)
  return path
}

function* generatedBuild(): Generator<PackedFile> {
  yield* pages()
  yield packed('assets/large.js', script(1200 * 1024, 7), 8)
  for (let i = 0; i < 3400; i++) {
    if (i % 4 === 0) yield packed(`static/picture-${i}.png`, randomBytes(44 * 1024), 0)
    else yield packed(`assets/generated-${i}.js`, script(8 * 1024, i), 8)
  }
}

/** A build of a small team: 120 files, some 200 KB. */
export async function smallBuild(folder: string): Promise<string> {
  const path = join(folder, 'small.zip')
  await writeZipFile(path, smallBuildFiles())
  note(`The small build: ${await describe(path)}`)
  return path
}

function* smallBuildFiles(): Generator<PackedFile> {
  yield* pages()
  for (let i = 1; i <= 117; i++) yield packed(`assets/script-${i}.js`, script(6 * 1024, i), 8)
}

/** As large as an upload may be: 3,000 files, half stored and half deflated, among them a few of 30 MB. */
export async function largestBuild(folder: string): Promise<string> {
  const path = join(folder, 'largest.zip')
  await writeZipFile(path, largestBuildFiles())
  note(`The largest build: ${await describe(path)}`)
  return path
}

function* largestBuildFiles(): Generator<PackedFile> {
  yield* pages()
  const scripts = Array.from({ length: 8 }, (_, i) => packed('', script((i + 1) * 96 * 1024, i), 8))
  for (let i = 0; i < 4; i++) yield packed(`media/large-${i}.bin`, script(30 * MiB, i), 8)
  let left = 500 * MiB - 4 * 8 * MiB
  for (let i = 0; left > 0; i++) {
    const repeated = scripts[i % scripts.length]
    const file =
      i % 2 === 0 || repeated === undefined
        ? packed(`static/picture-${i}.png`, randomBytes(220 * 1024), 0)
        : { ...repeated, name: `assets/script-${i}.js` }
    left -= file.data.length
    yield file
  }
}

async function describe(path: string): Promise<string> {
  const { size } = await stat(path)
  const files = (await run('unzip', ['-Z1', path])).split('\n').length - 1
  return `${(size / 1e6).toFixed(1)} MB, ${files.toLocaleString('en')} files`
}
