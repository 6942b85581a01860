import { randomUUID } from 'node:crypto'

import type { Metadata } from './ci/metadata.ts'

export interface UploadForm {
  contentType: string
  /** Undefined if the length of the file is not known in advance. */
  contentLength: number | undefined
  body: AsyncIterable<Buffer>
}

/** The multipart form of an upload. The text fields come first. */
export function uploadForm(
  fields: Metadata & { release: string | undefined; ancestors?: readonly string[] | undefined },
  file: AsyncIterable<Buffer>,
  fileLength?: number,
): UploadForm {
  const boundary = `plinth-${randomUUID()}`
  const texts = Object.entries({
    Message: fields.message,
    Branch: fields.branch,
    DefaultBranch: fields.defaultBranch,
    Commit: fields.commit,
    TargetBranch: fields.pullRequest?.targetBranch,
    Ancestors: fields.ancestors?.join('\n') || undefined,
    BuildUrl: fields.buildUrl,
    Release: fields.release,
  })
  const head = Buffer.from(
    texts
      .filter(([, value]) => value !== undefined)
      .map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join('') +
      `--${boundary}\r\nContent-Disposition: form-data; name="File"; filename="build.zip"\r\n` +
      'Content-Type: application/zip\r\n\r\n',
  )
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* body() {
    yield head
    yield* file
    yield end
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: fileLength === undefined ? undefined : head.length + fileLength + end.length,
    body: body(),
  }
}
