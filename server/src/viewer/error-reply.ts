import { randomUUID } from 'node:crypto'

import type { Logger } from 'pino'

import { Problem } from '../http/problems.ts'
import type { Reply } from './file-reply.ts'
import { tooManyDownloadsPage, unavailablePage } from './viewer-pages.ts'
import type { PageReplies } from './viewer-pages.ts'

/** Appears in metrics only: the client has disconnected. */
const clientClosedRequest = 499

/** What a viewer host replies if it could not answer. */
export function errorReply(
  { log, pageReply, retryReply }: PageReplies & { log: Logger },
  host: string,
  error: unknown,
): Reply {
  if (isBusy(error)) return retryReply(error.status, tooManyDownloadsPage, error.retryAfter)
  if ((error as Error).name === 'AbortError') {
    log.debug({ host }, 'the client disconnected while it waited for a file')
    return pageReply(clientClosedRequest, unavailablePage)
  }
  const reqId = randomUUID()
  log.error({ err: error, host, reqId }, 'a file could not be served')
  const reply = retryReply(503, unavailablePage)
  return { ...reply, headers: { ...reply.headers, 'x-request-id': reqId } }
}

const isBusy = (error: unknown): error is Problem =>
  error instanceof Problem && (error.code === 'too_many_downloads' || error.code === 'downloads_busy')
