import { addressOf, ApiError, RequestAborted } from '@plinth/contract/client.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import type { PublishedStorybook } from '@plinth/contract/versions.ts'

import { authorization } from '../api.ts'
import { texts } from '../texts/texts.ts'
import { watchConnection } from './watch-connection.ts'

export interface Upload {
  account: string
  storybook: string
  file: File
  message: string
  branch: string
  /** The same for every attempt to upload a file, so that a lost response does not lead to a second version. */
  idempotencyKey: string
  signal: AbortSignal
  onProgress: (sent: number, total: number) => void
  /** Everything is sent, and the server is checking it. */
  onSent: () => void
}

/** Far longer than checking the largest archive takes; after that, the response must be lost. */
const checkTimeoutMs = 5 * 60_000

/** Publishes a zip. With XMLHttpRequest, because fetch does not report upload progress. */
export async function uploadVersion(upload: Upload): Promise<PublishedStorybook> {
  const url = addressOf(publishVersion, { account: upload.account, storybook: upload.storybook })
  const headers = {
    accept: 'application/json',
    'idempotency-key': upload.idempotencyKey,
    ...(await authorization()),
  }
  const { status, statusText, responseText: body } = await send(url, headers, upload)
  if (status < 200 || status > 299) throw new ApiError({ url, status, statusText, body })
  return publishVersion.reply.parse(JSON.parse(body))
}

async function send(url: string, headers: Record<string, string>, upload: Upload): Promise<XMLHttpRequest> {
  const { signal, file } = upload
  if (signal.aborted) throw new RequestAborted()
  const request = new XMLHttpRequest()
  const { promise: outcome, resolve } = Promise.withResolvers<'answered' | 'lost' | 'aborted'>()
  request.addEventListener('load', () => resolve('answered'))
  request.addEventListener('error', () => resolve('lost'))
  request.addEventListener('abort', () => resolve('aborted'))
  const connection = watchConnection(() => resolve('lost'))
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    connection.reportActivity()
    upload.onProgress(loaded, total)
  })
  let answerTimer: ReturnType<typeof setTimeout> | undefined
  request.upload.addEventListener('load', () => {
    upload.onSent()
    answerTimer = setTimeout(() => resolve('lost'), checkTimeoutMs)
  })
  const abort = () => request.abort()
  signal.addEventListener('abort', abort)

  request.open(publishVersion.method, url)
  request.withCredentials = true
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.send(createForm(upload))
  const end = await outcome
  connection.stop()
  clearTimeout(answerTimer)
  signal.removeEventListener('abort', abort)
  if (end === 'aborted') throw new RequestAborted()
  if (end === 'lost') {
    request.abort()
    throw new Error(await explainLoss(file))
  }
  return request
}

/** The file comes last, because the server reads the form as a stream. */
function createForm({ message, branch, file }: Upload): FormData {
  const form = new FormData()
  if (message.trim()) form.set('Message', message.trim())
  if (branch.trim()) form.set('Branch', branch.trim())
  form.set('File', file)
  return form
}

/** Browsers report a changed file like a broken connection. Reading the file tells which it was. */
async function explainLoss(file: File): Promise<string> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return texts.versions.errors.connectionLost
  } catch {
    return texts.versions.errors.fileChanged(file.name)
  }
}
