import * as zlib from 'node:zlib'

import { crc32 as crc32InJavaScript } from '@plinth/contract/crc32.ts'

/** Node has crc32 since 20.15. */
export const crc32: (data: Uint8Array, start?: number) => number =
  (zlib as Partial<typeof zlib>).crc32 ?? crc32InJavaScript
