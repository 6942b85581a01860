import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'

import { expect, onTestFinished } from 'vitest'

import { testPortal } from './test-app.ts'

const boundary = 'plinth-test-boundary'
export const ending = Buffer.from(`\r\n--${boundary}--\r\n`)
export const filePart = (content: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="File"; filename="b.zip"\r\nContent-Type: application/zip\r\n\r\n`,
    ),
    content,
  ])

export interface Target {
  account: string
  storybook: string
}

/** A raw upload request; chunked if no length is given. */
export function startUpload(
  { account, storybook }: Target,
  token: string,
  port: number,
  length: number | undefined,
) {
  return request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: `/api/v1/account/${account}/Storybooks/${storybook}/versions`,
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(length === undefined ? {} : { 'content-length': length }),
    },
  })
}

/** Starts uploads and then stalls them. Returns a function that aborts them. */
export async function openUploads(target: Target, token: string, count: number) {
  const { config, folder } = await testPortal()
  const drafts = async () => (await readdir(join(folder, 'blobs/drafts'))).length
  const before = await drafts()
  const uploads = Array.from({ length: count }, () => startUpload(target, token, config.port, undefined))
  for (const upload of uploads) {
    upload.on('error', () => {})
    upload.write(filePart(Buffer.alloc(100_000)))
  }
  const leave = () => {
    for (const upload of uploads) upload.destroy()
  }
  // Also when the test fails: slots that stay in use would fail the tests after it.
  onTestFinished(leave)
  await expect.poll(drafts).toBe(before + count)
  return leave
}
