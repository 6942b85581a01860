import { open } from 'node:fs/promises'

import type { ZipBytes } from '@plinth/contract/zip-directory.ts'

/** Runs something with the bytes of a file, part by part. */
export async function withZip<Result>(
  path: string,
  use: (zip: ZipBytes) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    return await use({
      size,
      slice: (start, end) => ({
        arrayBuffer: async () => {
          const length = Math.max(0, Math.min(end, size) - start)
          const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, start)
          return buffer.buffer.slice(0, bytesRead)
        },
      }),
    })
  } finally {
    await handle.close()
  }
}
