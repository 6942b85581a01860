import { existsSync } from 'node:fs'
import { open, readdir, readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { sharedData } from '../testing/builds.ts'
import { reportSkipped } from '../testing/report-skipped.ts'
import { indexOf } from '../testing/temporary-zip.ts'
import { decodeIndex } from './archive-index.ts'
import { fileSource } from './file-source.ts'
import { ingestArchive } from './ingest-archive.ts'
import { readEntry } from './read-entry.ts'
import { ArchiveRefusal } from './refusal.ts'

const zips = `${sharedData}/zips`
const storybooks = `${sharedData}/storybooks`
const present = existsSync(`${zips}/expected.tsv`)

if (!present)
  reportSkipped(`real and hostile zips are not tried: no test data in ${sharedData} (see PLINTH_SHARED)`)

const lines = present ? (await readFile(`${zips}/expected.tsv`, 'utf8')).trim().split('\n').slice(1) : []
const verdicts = lines.map((line) => line.split('\t') as [string, string])

/** Reads every entry, unless the zip is refused. */
async function outcomeOf(path: string): Promise<'open' | 'refuse'> {
  const handle = await open(path)
  try {
    const { entries } = await indexOf(handle)
    const zip = await readFile(path)
    for (const entry of entries.values()) {
      const raw = zip.subarray(entry.offset, entry.offset + entry.compressedSize)
      const content = entry.method === 0 ? raw : inflateRawSync(raw)
      expect((await readEntry(fileSource(handle), entry, 1e9))?.equals(content)).toBe(true)
    }
    return 'open'
  } catch (error) {
    if (error instanceof ArchiveRefusal) return 'refuse'
    throw error
  } finally {
    await handle.close()
  }
}

test('the shared test data is complete if present', () => {
  expect(verdicts.length > 90).toBe(present)
})

test.each(verdicts)('the odd zip %s: %s', async (file, verdict) => {
  const allowed = verdict === 'either' ? ['open', 'refuse'] : [verdict]
  expect(allowed).toContain(await outcomeOf(`${zips}/${file}`))
})

const builds = present ? (await readdir(storybooks)).filter((file) => file.endsWith('.zip')) : []

test.each(builds)('%s is ingested and described', async (file) => {
  const { index: encoded, build, fileCount } = await ingestArchive(`${storybooks}/${file}`)
  const index = decodeIndex(encoded)
  expect(fileCount).toBeGreaterThan(40)
  expect(index.entries.has('iframe.html')).toBe(true)
  expect(build).toMatchObject({
    kind: 'storybook',
    storyCount: expect.any(Number),
    componentCount: expect.any(Number),
    storybookVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    framework: expect.stringContaining('@storybook/'),
  })
  expect([...index.entries.keys()].filter((path) => /__MACOSX|DS_Store|\._/.test(path))).toEqual([])
  expect(await outcomeOf(`${storybooks}/${file}`)).toBe('open')
})
