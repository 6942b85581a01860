import { isUtf8 } from 'node:buffer'
import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { cleanName, isJunk, siteRoot } from '@plinth/contract/site-files.ts'

/** The files of a site, by the path they are served under. */
export type Files = ReadonlyMap<string, Buffer>

interface YauzlEntry {
  fileNameRaw: Buffer
  generalPurposeBitFlag: number
  extraFields: unknown[]
}

/** What is used of yauzl, which has no types of its own. */
interface Yauzl {
  fromBufferPromise(
    zip: Buffer,
    options: { decodeStrings: boolean },
  ): Promise<{
    eachEntry(): AsyncIterable<YauzlEntry>
    openReadStreamPromise(entry: YauzlEntry): Promise<Readable>
  }>
  getFileNameLowLevel(flags: number, raw: Buffer, extraFields: unknown[], strict: boolean): string
  validateFileName(name: string): string | null
}

const yauzl = createRequire(new URL('../../test-packages/package.json', import.meta.url))('yauzl') as Yauzl

const flagUtf8 = 0x800

/** What another reader finds in an archive, arranged as a site. Throws if it finds anything wrong with it. */
export async function readWithYauzl(zip: Buffer): Promise<Files> {
  const archive = await yauzl.fromBufferPromise(zip, { decodeStrings: false })
  const files = new Map<string, Buffer>()
  for await (const entry of archive.eachEntry()) {
    const name = nameOf(entry)
    const content = await buffer(await archive.openReadStreamPromise(entry))
    if (name === '' || name.endsWith('/')) {
      if (content.length > 0) throw new Error(`the folder ${name} has content`)
    } else if (!isJunk(name)) {
      if (files.has(name)) throw new Error(`${name} is there twice`)
      files.set(name, content)
    }
  }
  const root = siteRoot([...files.keys()])
  return new Map(Array.from(files, ([name, content]) => [name.slice(root.length), content]))
}

/** The one liberty that the portal takes and yauzl does not: UTF-8 counts as such without its flag. */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: YauzlEntry): string {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | flagUtf8 : generalPurposeBitFlag
  const name = yauzl.getFileNameLowLevel(flags, fileNameRaw, extraFields, false)
  const problem = yauzl.validateFileName(name)
  if (problem !== null) throw new Error(problem)
  return cleanName(name)
}
