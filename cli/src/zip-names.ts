import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

import { cleanName, isJunk, siteRoot } from '@plinth/contract/site-files.ts'

/**
 * The names in a zip, without the folder around a site, or undefined if they cannot be read here (zip64, for example).
 * This only catches a wrong zip before it is sent; the portal does the real checks.
 */
export async function readZipNames(path: string): Promise<Set<string> | 'not a zip' | undefined> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const tail = await readAt(
      handle,
      Math.max(0, size - END_LENGTH - MAX_COMMENT_LENGTH),
      END_LENGTH + MAX_COMMENT_LENGTH,
    )
    const end = tail.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
    if (end === -1 || end + END_LENGTH > tail.length) return 'not a zip'
    const length = tail.readUInt32LE(end + 12)
    const start = tail.readUInt32LE(end + 16)
    if (start === SEE_ZIP64 || length === SEE_ZIP64 || length > MAX_DIRECTORY_LENGTH) return undefined
    return readNames(await readAt(handle, start, length))
  } finally {
    await handle.close()
  }
}

const END_LENGTH = 22
const MAX_COMMENT_LENGTH = 0xffff
const SEE_ZIP64 = 0xffffffff
const MAX_DIRECTORY_LENGTH = 64 * 1024 * 1024
const ENTRY_SIGNATURE = 0x02014b50
const ENTRY_LENGTH = 46

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function readNames(directory: Buffer): Set<string> | undefined {
  const names: string[] = []
  for (let at = 0; at < directory.length;) {
    if (at + ENTRY_LENGTH > directory.length || directory.readUInt32LE(at) !== ENTRY_SIGNATURE)
      return undefined
    const nameEnd = at + ENTRY_LENGTH + directory.readUInt16LE(at + 28)
    const name = cleanName(directory.toString('utf8', at + ENTRY_LENGTH, nameEnd))
    if (!isJunk(name)) names.push(name)
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  const root = siteRoot(names)
  return new Set(names.map((name) => name.slice(root.length)))
}
