import { createHash } from 'node:crypto'

export async function hashOf(pieces: AsyncIterable<Buffer | string>): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest()
}
