import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

import { withoutTermination } from './thread-gate.ts'

/** zlib for code that runs in threads. Whatever creates a stream must not be interrupted. */
const guarded =
  <Parameters extends unknown[], Result>(create: (...parameters: Parameters) => Result) =>
  (...parameters: Parameters): Result =>
    withoutTermination(() => create(...parameters))

export const createInflateRaw = guarded(zlib.createInflateRaw)
export const inflateRaw = guarded(promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflateRaw))
export const inflateRawSync = guarded(zlib.inflateRawSync)
export const gzipSync = guarded(zlib.gzipSync)
export const gunzipSync = guarded(zlib.gunzipSync)
export const brotliCompressSync = guarded(zlib.brotliCompressSync)
export const brotliDecompressSync = guarded(zlib.brotliDecompressSync)
