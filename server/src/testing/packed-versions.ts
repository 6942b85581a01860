import { join } from 'node:path'

import { expect } from 'vitest'

import { testPortal } from './test-app.ts'
import { aVersion, getFile, sessionFor } from './viewer-requests.ts'
import type { PublishedVersion } from './viewer-requests.ts'

export const script = Array.from({ length: 3000 }, (_, n) => `export const value${n} = ${n * n}\n`).join('')
export const files = {
  'assets/script.js': script,
  'assets/script.js.map': JSON.stringify({ mappings: script }),
  'style.css': '.a { color: red }\n'.repeat(200),
}

export const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** Packs are made of versions whose contents have been read. */
export async function untilAllAreRead() {
  const { db } = await testPortal()
  const unread = () =>
    db
      .selectFrom('versions')
      .leftJoin('version_contents', 'version_contents.version_id', 'versions.id')
      .select('versions.id')
      .where('version_contents.read_at', 'is', null)
      .where('versions.deleted_at', 'is', null)
      .execute()
  await expect.poll(unread, { timeout: 20_000 }).toEqual([])
}

export async function makePacks() {
  const { services } = await testPortal()
  await untilAllAreRead()
  await services.packBuilder?.makeMissing(new AbortController().signal)
}

export async function packOf({ version }: PublishedVersion) {
  const { db, folder } = await testPortal()
  const row = await db
    .selectFrom('packs')
    .innerJoin('versions', 'versions.id', 'packs.version_id')
    .select([
      'packs.blob_key as key',
      'packs.bytes',
      'packs.attempts',
      'packs.version_id as id',
      'versions.zip_bytes as zipBytes',
    ])
    .where('versions.public_id', '=', version)
    .executeTakeFirstOrThrow()
  return { ...row, path: join(folder, 'blobs/packs', `${row.key}.br`) }
}

/** Its pack is made by `makePacks`. */
export async function aVersionToPack(content: Record<string, string> = files) {
  const shown = await aVersion(content)
  const cookie = await sessionFor(shown)
  const get = (path: string, headers: Record<string, string> = browser) =>
    getFile(path, shown.version, cookie, headers)
  return { shown, cookie, get }
}
