import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { hasSharedData, aStorybookZip, filesOf, sharedData } from '../../server/src/testing/builds.ts'
import { contentRefusals } from '../../server/src/testing/content-refusals.ts'
import { localRefusals } from '../../server/src/testing/local-refusals.ts'
import { nameRefusals } from '../../server/src/testing/name-refusals.ts'
import { structureRefusals } from '../../server/src/testing/structure-refusals.ts'
import { writeZip, zip64Field } from '../../server/src/testing/zip-writer.ts'
import { entriesOf } from './entries.ts'

/** An archive to be changed. */
export interface Archive {
  name: string
  zip: Buffer
}

/** Larger ones would only take longer. */
const maxBytes = 32 * 1024

const page = '<!doctype html><title>plinth</title>'
const script = 'export const a = 1\n'.repeat(20)

const written: Archive[] = [
  { name: 'a Storybook', zip: aStorybookZip() },
  {
    name: 'stored',
    zip: writeZip([
      { name: 'index.html', content: page, method: 0 },
      { name: 'a.js', content: script, method: 0 },
    ]),
  },
  {
    name: 'zip64',
    zip: writeZip(
      [
        { name: 'index.html', content: page },
        { name: 'a.js', content: script },
      ],
      { zip64: true },
    ),
  },
  {
    name: 'zip64 fields',
    zip: writeZip([
      {
        name: 'index.html',
        content: page,
        method: 0,
        compressedSize: 0xffffffff,
        size: 0xffffffff,
        extra: zip64Field(page.length, page.length),
      },
      { name: 'empty', content: '', method: 0 },
    ]),
  },
  ...(['signed', 'unsigned', 'signed64', 'unsigned64'] as const).map((descriptor) => ({
    name: `${descriptor} descriptors`,
    zip: writeZip([
      { name: 'index.html', content: page, descriptor },
      { name: 'assets/ü.css', content: 'a{}', descriptor },
    ]),
  })),
  {
    name: 'a folder around it, junk, and a comment',
    zip: writeZip(
      [
        { name: 'build/', method: 0 },
        { name: 'build/index.html', content: page },
        { name: 'build/日本/ü.js', content: script },
        { name: '__MACOSX/build/._index.html', content: 'x' },
      ],
      { comment: 'a comment' },
    ),
  },
  {
    name: 'larger than a piece',
    zip: writeZip([
      { name: 'index.html', content: page },
      { name: 'large.js', content: Buffer.alloc(100_000, 'let large\n') },
    ]),
  },
]

const refused: Archive[] = [...structureRefusals, ...localRefusals, ...contentRefusals, ...nameRefusals].map(
  ({ because, zip }) => ({ name: because, zip }),
)

/** Those the project brings along. */
export const ownArchives = [...written, ...refused.filter(({ zip }) => zip.length <= maxBytes)]

/** Odd and hostile ones, and a few files of each real build; empty if there is no test data. */
export function sharedArchives(): Archive[] {
  if (!hasSharedData) return []
  const zips = filesOf('zips', '.zip').map((name) => read('zips', name))
  const builds = filesOf('storybooks', '.zip').map((name) => read('storybooks', name))
  return [
    ...zips.filter(({ zip }) => zip.length <= maxBytes),
    ...builds.map(({ name, zip }) => ({ name, zip: cutDown(zip) })),
  ]
}

const read = (folder: string, name: string): Archive => ({
  name,
  zip: readFileSync(join(sharedData, folder, name)),
})

/** The smallest files, and those that a Storybook is known by. */
function cutDown(zip: Buffer): Buffer {
  const known = /(?:^|\/)(?:index\.html|iframe\.html|index\.json|project\.json)$/
  const entries = entriesOf(zip, Infinity).toSorted((a, b) => a.data.length - b.data.length)
  const small = entries.filter(({ name, data }) => data.length < 4096 && !known.test(name.toString()))
  return writeZip([...entries.filter(({ name }) => known.test(name.toString())), ...small.slice(0, 6)])
}

const verdicts = new Map(
  hasSharedData
    ? readFileSync(join(sharedData, 'zips/expected.tsv'), 'utf8')
        .split('\n')
        .map((line) => line.split('\t') as [string, string])
    : [],
)

/** What the test data says about one of its archives: open, refuse or either. */
export const verdictOf = (name: string): string | undefined => verdicts.get(name)
