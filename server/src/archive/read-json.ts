import type { IndexEntry } from './archive-index.ts'
import type { ByteSource } from './file-source.ts'
import { readEntry } from './read-entry.ts'
import { isWithinLimits } from './scan-json.ts'

/** An index.json of a build with 25,000 stories is about this large; most are under 1 MB. */
const MAX_JSON_BYTES = 8 * 1024 * 1024

/** The parsed content of a file of a build. Undefined when it is missing, not JSON, or larger than a build writes. */
export async function readJson(source: ByteSource, entry: IndexEntry | undefined): Promise<unknown> {
  const bytes = entry && (await readEntry(source, entry, MAX_JSON_BYTES))
  if (bytes === undefined || !isWithinLimits(bytes)) return undefined
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
