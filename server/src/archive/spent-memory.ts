import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/*
 * Buffers of zlib and of the network lie outside V8's heap, and V8 lets some 64 MiB of dead ones gather in every thread
 * before it looks. Who goes through gigabytes of them knows better when there is something to collect. Buffers die
 * young, so the cheap collection frees them; the engines of one-go inflations survive that one, each with its last buffer.
 */
const YOUNG_BYTES = 1 * 1024 * 1024
const HELD_BYTES = 4 * 1024 * 1024
/** what an engine takes apart from its buffer, roughly */
const ENGINE_BYTES = 3 * 1024

type Collect = (options: { type: 'minor' | 'major' }) => void

let collect: Collect | undefined
let young = 0
let held = 0

/** So many bytes of buffers are no longer needed. Where collecting holds others up, let a little more gather. */
export function noteSpentBuffer(bytes: number, gathered = YOUNG_BYTES): void {
  young += bytes
  if (young < gathered) return
  young = 0
  collect ??= findCollector()
  collect({ type: 'minor' })
}

/** An engine that made buffers of this size is no longer needed. */
export function noteSpentEngine(bufferBytes: number): void {
  held += bufferBytes + ENGINE_BYTES
  if (held < HELD_BYTES) return
  held = 0
  young = 0
  collect ??= findCollector()
  collect({ type: 'major' })
}

function findCollector(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}
