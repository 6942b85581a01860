import { contentTypeOf } from '../../../server/src/archive/content-types.ts'
import { readZip } from '../../../server/src/testing/zip-reader.ts'
import type { FindFile } from '../browser/open-page.ts'

export interface ZippedBuild {
  stories: string[]
  findFile: FindFile
}

/** A build for the camera, without a portal. Files that are given take the place of its own. */
export function zippedBuild(
  zip: Buffer,
  changed: Record<string, (text: string) => string> = {},
): ZippedBuild {
  const files = readZip(zip)
  for (const [name, change] of Object.entries(changed))
    files.set(name, Buffer.from(change(String(files.get(name) ?? ''))))
  const { entries } = JSON.parse(String(files.get('index.json'))) as {
    entries: Record<string, { id: string; type?: string }>
  }
  return {
    // Storybook 7 lists only stories and docs, and says which.
    stories: Object.values(entries).flatMap(({ id, type }) => (type === 'docs' ? [] : [id])),
    async findFile(path) {
      const name = decodeURIComponent(path).replace(/^\/+/, '')
      const body = files.get(name)
      return body && { body, type: contentTypeOf(name) }
    },
  }
}
