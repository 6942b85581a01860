import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, crc32, deflateRaw } from 'node:zlib'

import type { IndexEntry } from '../archive/archive-index.ts'
import type { ByteSource } from '../archive/file-source.ts'
import { bufferedForm } from '../archive/packs/brotli-form.ts'
import { readEntry } from '../archive/read-entry.ts'
import type { StoredFile } from '../archive/serve-entry.ts'
import { DEFLATED } from '../archive/zip-format.ts'
import { maxBufferedBytes } from '../settings/upload-limits.ts'
import { earlyPreviewScript, holdPreloads } from './early-preview.ts'
import { injectScript, managerScript, previewScript } from './injected-scripts.ts'
import { reportScript } from './report-script.ts'
import type { ViewableVersion } from './store.ts'

const maxPageBytes = 2 * 1024 * 1024
/** Space before and after the data, as in a zip: serving writes the gzip header and trailer there. */
const margin = 32
/** Made while somebody waits, so not the best. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

export interface InjectedPage extends StoredFile {
  /** Whether it shows other storybooks of this portal. */
  composes: boolean
  /** How much of it is in memory. */
  bytes: number
}

/** Where the version is shown. */
export interface Surroundings {
  portalOrigin: string
  /** Null if nothing can be composed. */
  composeHost: string | null
}

/** A page that a build starts with, with our script in it, as an entry, so that the same code serves it. */
export async function injectedPage(
  source: ByteSource,
  entry: IndexEntry,
  buildKind: ViewableVersion['kind'],
  { portalOrigin, composeHost }: Surroundings,
): Promise<InjectedPage> {
  const page = await readEntry(source, entry, maxPageBytes)
  if (!page) return { entry, source, composes: false, bytes: 0 }
  const text = page.toString('utf8')
  const kind = buildKind === 'site' ? 'site' : entry.path === 'index.html' ? 'manager' : 'preview'
  const pages = {
    site: (report: string) => injectScript(text, report),
    manager: (report: string) => managerPage(text, portalOrigin, report),
    preview: (report: string) => injectScript(text, report + previewScript),
  }
  const content = Buffer.from(pages[kind](reportScript(kind, portalOrigin)))
  const compressed = await promisify(deflateRaw)(content, { level: 9 })
  // Two forms of a large page would take too much memory.
  const isSmall = compressed.length <= maxBufferedBytes
  const brotli = isSmall ? await promisify(brotliCompress)(content, brotliOptions) : undefined
  const composes = composeHost !== null && page.includes(`//${composeHost}/`)
  const stored = Buffer.concat([Buffer.alloc(margin), compressed, Buffer.alloc(margin)])
  const shown: IndexEntry = {
    path: entry.path,
    offset: margin,
    compressedSize: compressed.length,
    size: content.length,
    crc32: crc32(content),
    method: DEFLATED,
  }
  return {
    entry: shown,
    source: memorySource(stored),
    brotli: brotli && bufferedForm(shown, brotli),
    composes,
    bytes: stored.length + (brotli?.length ?? 0),
  }
}

/** If it shows other Storybooks inside itself, only its manager knows where a story comes from. */
function managerPage(page: string, portalOrigin: string, report: string): string {
  const hasRefs = /window\[['"]REFS['"]\] = (?!\{\})/.test(page)
  const script = report + managerScript(portalOrigin)
  if (hasRefs) return injectScript(page, script)
  return injectScript(holdPreloads(page), script + earlyPreviewScript(portalOrigin))
}

function memorySource(bytes: Buffer): ByteSource {
  return {
    read: async (start, length) => Buffer.from(bytes.subarray(start, start + length)),
    stream: (start, end) => Readable.from([Buffer.from(bytes.subarray(start, end))], { objectMode: false }),
  }
}
