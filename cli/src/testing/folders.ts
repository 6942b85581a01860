import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterTestFile } from '@plinth/server/src/testing/clean-up.ts'

export async function createEmptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-folder-'))
  afterTestFile(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A folder with these files in it. */
export async function createFolder(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await createEmptyFolder()
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  return folder
}

const page = (name: string) => `<!doctype html><html><head><title>${name}</title></head><body></body></html>`

/** A build like those of storybook build, with `extraFiles` more files and one of `largeFileBytes`. */
export async function createBuild({ extraFiles = 0, largeFileBytes = 0 } = {}): Promise<string> {
  const files: Record<string, string | Uint8Array> = {
    'index.html': page('manager'),
    'iframe.html': page('preview'),
    'index.json': JSON.stringify({ v: 5, entries: { 'a--b': { id: 'a--b', title: 'A', type: 'story' } } }),
  }
  for (let number = 0; number < extraFiles; number++) {
    files[`assets/part${number % 50}/chunk-${number}.js`] = `export const n = ${number}\n`.repeat(
      50 + (number % 300),
    )
  }
  if (largeFileBytes > 0) files['assets/large.bin'] = noise(largeFileBytes)
  return createFolder(files)
}

/** Incompressible bytes, always the same for the same length. */
export function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let state = length
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}
