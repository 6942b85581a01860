import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

import { cleanName, isJunk, siteRoot } from '@plinth/contract/site-files.ts'

/**
 * The names in a zip, without a common folder around them, or undefined where this quick look cannot tell: the portal
 * looks closely. Only to refuse a wrong zip before it is sent.
 */
export async function namesInZip(path: string): Promise<Set<string> | 'no zip' | undefined> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const tail = await readAt(
      handle,
      Math.max(0, size - END_LENGTH - LONGEST_COMMENT),
      END_LENGTH + LONGEST_COMMENT,
    )
    const end = tail.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
    if (end === -1 || end + END_LENGTH > tail.length) return 'no zip'
    const length = tail.readUInt32LE(end + 12)
    const start = tail.readUInt32LE(end + 16)
    if (start === IN_ZIP64 || length === IN_ZIP64 || length > LARGEST_DIRECTORY) return undefined
    return readNames(await readAt(handle, start, length))
  } finally {
    await handle.close()
  }
}

const END_LENGTH = 22
const LONGEST_COMMENT = 0xffff
const IN_ZIP64 = 0xffffffff
const LARGEST_DIRECTORY = 64 * 1024 * 1024
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
