import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'

import { serveEntry } from '../archive/serve-entry.ts'
import type { StoredFile } from './injected-page.ts'
import type { OpenArchive } from './open-archives.ts'

/** Answers with a file of the archive, adding these headers to what the file itself brings. */
export async function sendFile(
  archive: OpenArchive,
  { entry, source }: StoredFile,
  { method, headers: asked }: IncomingMessage,
  response: ServerResponse,
  added: Readonly<Record<string, string>>,
): Promise<void> {
  const release = archive.hold()
  try {
    const { status, headers, body } = await serveEntry(source, entry, {
      method: method === 'HEAD' ? 'HEAD' : 'GET',
      acceptEncoding: asked['accept-encoding']?.toString(),
      ifNoneMatch: asked['if-none-match'],
      range: asked.range,
      ifRange: asked['if-range']?.toString(),
    })
    response.writeHead(status, { ...headers, ...added })
    if (body === undefined || Buffer.isBuffer(body)) return void response.end(body)
    // A client that leaves in the middle is no error of ours.
    await new Promise<void>((resolve) => pipeline(body, response, () => resolve()))
  } finally {
    release()
  }
}
