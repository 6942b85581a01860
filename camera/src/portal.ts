import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { deliverPictures, getCameraFile, getKnownPicture, takeCameraJob } from '@plinth/contract/camera.ts'
import type { CameraJob, JobEnd, Side } from '@plinth/contract/camera.ts'
import { addressOf, ApiError, createClient } from '@plinth/contract/client.ts'
import type { Input } from '@plinth/contract/endpoint.ts'

import type { PageFile } from './browser/open-page.ts'

export type Result = Input<typeof deliverPictures>['body']['results'][number]

/** Where results of a job go. */
export interface Deliveries {
  deliver(results: Result[]): Promise<void>
  /** What is known of a story that ended the browser. It is delivered if that was the build's fault, so that it does not happen in every attempt. */
  onEnding(result: Result): void
}

/** The calls that the camera makes. */
export interface Portal {
  /** Undefined if there is nothing to do. */
  take(environment: string): Promise<CameraJob | undefined>
  /** Undefined if the build has no such file. */
  file(job: string, side: Side, path: string): Promise<PageFile | undefined>
  picture(job: string, sha256: string): Promise<Buffer>
  /** Without results it says that the job goes on. */
  deliver(job: string, results: Result[], end: JobEnd | null): Promise<void>
}

/** Another camera has the job now, or its version is gone: nothing of it is wanted any more. */
export class JobLost extends Error {
  override name = 'JobLost'
}

const timeoutMs = 60_000
const attempts = 5

/** Of a build. As Base64, it has to fit into one message for the browser. */
const maxFileBytes = 32e6

const send: typeof fetch = (address, options) =>
  fetch(address, { ...options, signal: AbortSignal.timeout(timeoutMs) })

export function openPortal(url: string, token: string): Portal {
  const headers = { authorization: `Bearer ${token}` }
  const call = createClient({ baseUrl: url, headers: () => headers, fetch: send })

  return {
    take: async (environment) => (await call(takeCameraJob, { body: { environment } })) ?? undefined,

    file: (job, side, path) =>
      withRetries(async () => {
        const address = url + addressOf(getCameraFile, { job, side, '*': path.replace(/^\/+/, '') })
        const response = await send(address, { headers })
        const body = await readAtMost(response, maxFileBytes)
        // A browser that waits for so much is not worth a picture.
        if (!body) return undefined
        if (response.status === 404 && response.headers.has('plinth-no-file')) return undefined
        if (!response.ok) {
          const { status, statusText } = response
          throw new ApiError({ url: address, status, statusText, body: body.toString() })
        }
        return { body, type: response.headers.get('content-type') ?? 'application/octet-stream' }
      }),

    picture: (job, sha256) =>
      withRetries(async () => Buffer.from(await call(getKnownPicture, { params: { job, sha256 } }))),

    deliver: (job, results, end) =>
      withRetries(() => call(deliverPictures, { params: { job }, body: { results, end } })),
  }
}

/** Undefined if there is more. What it takes when decompressed counts. */
async function readAtMost(response: Response, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A portal that restarts or is busy is asked again; a job that is gone is not. */
async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const status = error instanceof ApiError ? error.status : undefined
      if (status === 404) throw new JobLost('the job is gone', { cause: error })
      const mayHelp = status === undefined || status === 429 || status >= 500
      if (!mayHelp || attempt >= attempts) throw error
      await sleep(1000 * 2 ** (attempt - 1))
    }
  }
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
