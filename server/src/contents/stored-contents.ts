import { gunzipSync, gzipSync } from '../archive/zlib.ts'
import { contentsFormat } from './contents.ts'
import type { Contents } from './contents.ts'
import { maxContentsBytes } from './fit-contents.ts'

export const encodeContents = (contents: Contents): Uint8Array => gzipSync(JSON.stringify(contents))

/** Throws for what `encodeContents` of this release did not write. */
export function decodeContents(bytes: Uint8Array): Contents {
  const text = gunzipSync(bytes, { maxOutputLength: maxContentsBytes }).toString()
  const contents = JSON.parse(text) as Omit<Contents, 'format'> & { format: number }
  if (contents.format !== contentsFormat) throw new Error(`contents of format ${contents.format} are unknown`)
  return { ...contents, format: contentsFormat }
}
