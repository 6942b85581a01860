import { expect, test } from 'vitest'

import { withOpenZip, withZipFile } from '../testing/temporary-zip.ts'
import { writeZip } from '../testing/zip-writer.ts'
import { ingestArchive } from './ingest-archive.ts'
import { defaultArchiveLimits } from './limits.ts'
import { planArchive } from './plan-archive.ts'

const index = { name: 'index.html', content: '<!doctype html>' }

const namedBy = (name: (number: number) => string) => [
  index,
  ...Array.from({ length: 2000 }, (_, number) => ({ name: name(number), method: 0 })),
]

const deep = writeZip(namedBy((number) => `${number}${'/a'.repeat(500)}`))
const flat = writeZip(namedBy((number) => `${number}${'-a'.repeat(500)}`))

/** The fastest of three runs, so that other load on the machine matters little. */
async function fastest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return Math.min(...times)
}

const plan = (zip: Buffer) =>
  withOpenZip(zip, (handle) => planArchive(handle, defaultArchiveLimits, true).catch(() => undefined))

test.each([
  ['deep in folders', deep, flat],
  [
    'deep in folders without a page at the top',
    writeZip(namedBy((number) => `${number}${'/a'.repeat(500)}/index.html`).slice(1)),
    writeZip(namedBy((number) => `${number}${'-a'.repeat(500)}/index.html`).slice(1)),
  ],
])('names %s take no longer than other names of that length', async (_, zip, other) => {
  const usual = await fastest(() => plan(other))
  expect(await fastest(() => plan(zip))).toBeLessThan(10 * usual)
})

test('reading a directory does not block the main thread', async () => {
  await withZipFile(deep, async (path) => {
    let turns = 0
    const turn = () => {
      turns += 1
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    await ingestArchive(path)
    clearImmediate(next)
    expect(turns).toBeGreaterThan(100)
  })
})

/** Empty deflate blocks and a final one: any number of bytes that unpack to nothing. */
const saysNothing = (blocks: number) =>
  Buffer.concat([Buffer.from('000000ffff'.repeat(blocks), 'hex'), Buffer.from('010000ffff', 'hex')])

test('megabytes of metadata that unpack to nothing are not read', async () => {
  const zip = writeZip([
    index,
    { name: 'iframe.html' },
    { name: 'index.json', data: saysNothing(2_000_000), size: 0, crc32: 0 },
    { name: 'project.json', content: '{"storybookVersion":"9.0.0"}' },
  ])
  await withZipFile(zip, async (path) => {
    expect((await ingestArchive(path)).build).toMatchObject({
      storyCount: undefined,
      storybookVersion: '9.0.0',
    })
  })
})
