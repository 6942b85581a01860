import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import type { Ref } from '@plinth/contract/compositions.ts'

import { contentTypeOf } from '../server/src/archive/content-types.ts'
import { sharedData } from '../server/src/testing/builds.ts'
import { readZip } from '../server/src/testing/zip-reader.ts'
import { writeZip } from '../server/src/testing/zip-writer.ts'

const samples = join(sharedData, 'storybooks')

export const hasSamples = existsSync(samples)

export const sampleZip = (name: string): Buffer => readFileSync(join(samples, `${name}.zip`))

/** What `storybook build` writes into the page for each entry of `refs`. */
export type BakedRefs = Record<string, Pick<Ref, 'title' | 'url'> & Partial<Ref>>

/** Storybook sets the type after asking for the address from Node: whether it answers without cookies. */
const bake = (refs: BakedRefs) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(refs).map(([id, ref]) => [
        id,
        { ...ref, id, type: ref.versions ? 'server-checked' : 'unknown' },
      ]),
    ),
  )

/** The files of a sample build, as if it had been built with these refs. */
function composedFiles(sample: string, refs: BakedRefs): Map<string, Buffer> {
  const files = readZip(sampleZip(sample))
  const page = files.get('index.html')?.toString() ?? ''
  const composed = page.replace(/window\['REFS'\] = \{.*?\};/s, () => `window['REFS'] = ${bake(refs)};`)
  return files.set('index.html', Buffer.from(composed))
}

export const composedZip = (sample: string, refs: BakedRefs): Buffer =>
  writeZip([...composedFiles(sample, refs)].map(([name, content]) => ({ name, content })))

/** A built Storybook on a port of its own. The refs need its origin, so they are given later. */
export async function serveStorybook(sample: string) {
  let files = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = pathname === '/' ? 'index.html' : decodeURIComponent(pathname.slice(1))
    const content = files.get(path)
    if (!content) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': contentTypeOf(path) }).end(content)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    compose: (refs: BakedRefs) => {
      files = composedFiles(sample, refs)
    },
    close: () => server.close().closeAllConnections(),
  }
}
