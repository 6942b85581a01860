import { randomBytes } from 'node:crypto'

import { writeZip } from '../../server/src/testing/zip-writer.ts'

/** A build whose files are known, to compare what is served with. */
export interface KnownBuild {
  zip: Buffer
  files: Record<string, Buffer>
}

const stories = ['Button', 'Card', 'Dialog', 'Table', 'Tabs', 'Toast']

const page = (title: string) =>
  Buffer.from(`<!doctype html><html><head><title>${title}</title></head></html>`)

/** The script of a build with this label. */
export const scriptOf = (label: string) =>
  Buffer.from(`export const label = ${JSON.stringify(label)}\n`.repeat(200))

/** `label` makes it distinct; `mediaBytes` is how large the file is that cannot be compressed. */
export function knownBuild(label: string, mediaBytes: number): KnownBuild {
  const index = stories.map((title) => ({
    id: `${title.toLowerCase()}--primary`,
    title,
    name: 'Primary',
    type: 'story',
  }))
  const files = {
    'index.html': page(`manager ${label}`),
    'iframe.html': page(`preview ${label}`),
    'index.json': Buffer.from(
      JSON.stringify({ v: 5, entries: Object.fromEntries(index.map((entry) => [entry.id, entry])) }),
    ),
    'assets/app.js': scriptOf(label),
    'assets/media.bin': randomBytes(mediaBytes),
  }
  const entries = Object.entries(files).map(([name, content]) => ({ name, content, method: methodOf(name) }))
  return { zip: writeZip(entries), files }
}

const stored = 0
const deflated = 8
const methodOf = (name: string) => (name === 'assets/media.bin' ? stored : deflated)
