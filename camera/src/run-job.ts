import type { CameraJob, JobEnd, Side } from '@plinth/contract/camera.ts'
import { maxDelivered } from '@plinth/contract/camera.ts'

import type { Confinement } from './browser/confinement.ts'
import { BrowserGone } from './browser/connection.ts'
import { launchBrowser } from './browser/launch-browser.ts'
import type { BrowserLimits, ExceededLimit } from './browser/launch-browser.ts'
import type { Refused } from './browser/open-page.ts'
import { showsOrdinaryPage } from './browser/shows-ordinary-page.ts'
import { buildFiles } from './build-files.ts'
import { CameraError } from './camera-error.ts'
import { JobLost } from './portal.ts'
import type { Portal, Result } from './portal.ts'
import { openStories } from './stories/open-stories.ts'
import type { Stories } from './stories/open-stories.ts'
import { takeComparison } from './take-comparison.ts'
import { takeThumbnails } from './take-thumbnails.ts'

export interface JobServices {
  portal: Portal
  chromium: string
  confinement: Confinement
  limits?: BrowserLimits
  log: (facts: Record<string, unknown>, message: string) => void
}

/** Less than the portal waits before it gives the job to another camera. */
const heartbeatMs = 15_000
/** What is taken is delivered when it is as large, or after a while. */
const deliveredAtOnceBytes = 2e6
const deliveredEveryMs = 3000

/** A limit was exceeded: the build's fault. */
class LimitExceeded extends Error {
  override name = 'LimitExceeded'
  readonly limit: ExceededLimit

  constructor(limit: ExceededLimit) {
    super(`the browser used too much: ${limit}`)
    this.limit = limit
  }
}

/** Takes the pictures of a job and delivers them. Never fails: how it ended is told to the portal. */
export async function runJob(
  job: CameraJob,
  services: JobServices,
  signal: AbortSignal,
): Promise<JobEnd | 'lost'> {
  const { portal, log } = services
  const startedAt = performance.now()
  const refused: Partial<Record<Refused, number>> = {}
  let pictures = 0
  const outbox = openOutbox((results, end) => portal.deliver(job.id, results, end))
  let fileError: unknown
  let ending: Result[] = []
  const onEnding = (result: Result) => void (ending = [result])
  const deliver = async (results: Result[]) => {
    // What was taken without a file of the build, or while stopping, says nothing about the story.
    if (fileError !== undefined) throw fileError
    signal.throwIfAborted()
    pictures += results.length
    await outbox.add(results)
  }
  const inBrowser = async <T>(side: Side, work: (stories: Stories) => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    const browser = await launchBrowser(services)
    const stop = () => void browser.close()
    signal.addEventListener('abort', stop)
    try {
      const findFile = buildFiles(portal, job.id, side)
      const findOrNote: typeof findFile = (path) =>
        findFile(path).catch((error: unknown) => {
          fileError ??= error
          throw error
        })
      return await work(
        openStories(browser, findOrNote, (what) => {
          refused[what] = (refused[what] ?? 0) + 1
        }),
      )
    } catch (error) {
      const limit = browser.exceeded()
      throw limit ? new LimitExceeded(limit) : error
    } finally {
      signal.removeEventListener('abort', stop)
      await browser.close()
    }
  }

  const work =
    job.kind === 'thumbnails'
      ? () => inBrowser('after', (stories) => takeThumbnails(job, stories, { deliver, onEnding }))
      : () =>
          takeComparison(job, {
            inBrowser,
            deliver,
            onEnding,
            fetchPicture: (sha256) => portal.picture(job.id, sha256),
          })
  const heartbeat = setInterval(() => outbox.beat(), heartbeatMs)
  let end: JobEnd | 'lost'
  try {
    await work()
    end = 'done'
  } catch (error) {
    end = signal.aborted ? 'stopped' : endOf(error)
    if (end === 'crashed' && !(await showsOrdinaryPage(services))) end = 'stopped'
    if (end === 'failed' || end === 'crashed' || error instanceof CameraError)
      log({ err: error, job: job.id }, 'the pictures of a job were not taken')
  } finally {
    clearInterval(heartbeat)
  }
  if (end !== 'lost') {
    try {
      if (end !== 'stopped' && fileError === undefined) await outbox.add(ending)
      await outbox.close(end)
    } catch (error) {
      log({ err: error, job: job.id }, 'the end of a job could not be told to the portal')
      end = 'lost'
    }
  }
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  log({ job: job.id, kind: job.kind, end, pictures, seconds, refused }, 'job')
  return end
}

function endOf(error: unknown): JobEnd | 'lost' {
  if (error instanceof LimitExceeded) return error.limit
  if (error instanceof JobLost) return 'lost'
  // Chromium does not start any more: not the job's fault.
  if (error instanceof CameraError) return 'stopped'
  return error instanceof BrowserGone ? 'crashed' : 'failed'
}

/** Collects results, and delivers several at once, one delivery at a time. */
function openOutbox(send: (results: Result[], end: JobEnd | null) => Promise<void>) {
  let waiting: Result[] = []
  let bytes = 0
  let sentAt = performance.now()
  let last: Promise<void> = Promise.resolve()

  function flush(end: JobEnd | null): Promise<void> {
    const results = waiting
    waiting = []
    bytes = 0
    sentAt = performance.now()
    last = last.then(() => send(results, end))
    return last
  }

  return {
    async add(results: Result[]) {
      for (const result of results) {
        waiting.push(result)
        bytes += JSON.stringify(result).length
        const isDue =
          bytes >= deliveredAtOnceBytes ||
          waiting.length >= maxDelivered ||
          performance.now() - sentAt >= deliveredEveryMs
        if (isDue) await flush(null)
      }
    },
    /** Fails without notice: the next delivery fails as well. */
    beat: () => void flush(null).catch(() => {}),
    close: (end: JobEnd) => flush(end),
  }
}
