import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { contentsFormat } from '../contents.ts'
import type { ParsedScripts } from './script-parser.ts'

const dayMs = 24 * 60 * 60 * 1000

/** What was parsed by other releases, or serialized by another V8, is of no use. */
const generation = `${contentsFormat}-${process.versions.v8}`

/**
 * Keeps parsed scripts in a folder, so that Storybook's own are parsed once and not after every start. Only the thread that
 * reads builds uses it, so it may wait for the disk. It is a cache: whatever fails costs only time.
 */
export function scriptsInFolder(parent: string, maxBytes: number): ParsedScripts {
  const folder = join(parent, generation)
  let writtenBytes = 0
  attempt(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const name of readdirSync(parent)) {
      if (name !== generation) rmSync(join(parent, name), { recursive: true, force: true })
    }
    makeRoom()
  })

  /** Removes what was not used for the longest time. */
  function makeRoom(): void {
    writtenBytes = 0
    const files = readdirSync(folder).map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name))
      return { name, size, usedAt: mtimeMs }
    })
    let total = files.reduce((sum, { size }) => sum + size, 0)
    for (const { name, size } of files.toSorted((one, other) => one.usedAt - other.usedAt)) {
      if (total <= maxBytes) return
      rmSync(join(folder, name), { force: true })
      total -= size
    }
  }

  return {
    get: (key) =>
      attempt(() => {
        const path = join(folder, key)
        const bytes = readFileSync(path)
        if (Date.now() - statSync(path).mtimeMs > dayMs) utimesSync(path, new Date(), new Date())
        return bytes
      }),
    set: (key, bytes) =>
      attempt(() => {
        const path = join(folder, key)
        // Renamed when it is complete, so that nobody reads a part of it.
        writeFileSync(`${path}.new`, bytes, { mode: 0o600 })
        renameSync(`${path}.new`, path)
        writtenBytes += bytes.length
        if (writtenBytes > maxBytes / 10) makeRoom()
      }),
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
