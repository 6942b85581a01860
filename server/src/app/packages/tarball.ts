import { gzipSync } from 'node:zlib'

export interface PackedFile {
  path: string
  content: Buffer
  isExecutable?: boolean
}

const blockBytes = 512

/**
 * A gzipped tar archive that is the same wherever and whenever it is made: no times, no owners, and stored instead of
 * compressed, since zlib compresses differently on different processors.
 */
export function tarball(files: readonly PackedFile[]): Buffer {
  const entries = files.flatMap((file) => [header(file), file.content, padding(file.content.length)])
  const archive = gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * blockBytes)]), { level: 0 })
  // The operating system it was made on: unknown.
  archive[9] = 255
  return archive
}

const padding = (length: number) => Buffer.alloc((blockBytes - (length % blockBytes)) % blockBytes)

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')

/** The header of a regular file in the ustar format of POSIX. */
function header({ path, content, isExecutable = false }: PackedFile): Buffer {
  const block = Buffer.alloc(blockBytes)
  block.write(path, 0, 100)
  block.write(octal(isExecutable ? 0o755 : 0o644, 7), 100)
  block.write(octal(0, 7), 108)
  block.write(octal(0, 7), 116)
  block.write(octal(content.length, 11), 124)
  block.write(octal(0, 11), 136)
  // While the checksum is computed, its own field counts as spaces.
  block.write(' '.repeat(8), 148)
  block.write('0', 156)
  block.write('ustar\u{0}00', 257)
  const checksum = block.reduce((sum, byte) => sum + byte)
  block.write(`${octal(checksum, 6)}\u{0} `, 148)
  return block
}
