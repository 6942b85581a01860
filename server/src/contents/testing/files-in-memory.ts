import { crc32 } from 'node:zlib'

import { isWithinLimits } from '../../archive/scan-json.ts'
import type { BuildFiles } from '../build-files.ts'
import type { Json } from '../scripts/literal-value.ts'

/** A build that is not in an archive. */
export function filesInMemory(contents: ReadonlyMap<string, string | Buffer>): BuildFiles {
  const bytesOf = (path: string) => Buffer.from(contents.get(path) ?? '')
  return {
    paths: () => contents.keys(),
    has: (path) => contents.has(path),
    bytes: (path) => bytesOf(path).length,
    checksum: (path) => (contents.has(path) ? `${crc32(bytesOf(path))}-${bytesOf(path).length}` : ''),
    text: (path, maxBytes) => {
      const isReadable = contents.has(path) && bytesOf(path).length <= maxBytes
      return Promise.resolve(isReadable ? bytesOf(path).toString() : undefined)
    },
    json: (path) => Promise.resolve(parse(bytesOf(path))),
  }
}

function parse(bytes: Buffer): Json | undefined {
  try {
    return isWithinLimits(bytes) ? (JSON.parse(bytes.toString()) as Json) : undefined
  } catch {
    return undefined
  }
}
