import type { Logger } from 'pino'

import type { Database } from '../../database/connect.ts'
import { hadCameraLately } from './cameras-store.ts'
import { failAbandonedJobs, retryFailedThumbnails } from './jobs-store.ts'
import { schedulePictures } from './schedule-pictures.ts'
import { listVersionsToPicture } from './schedule-store.ts'
import { placeThumbnails } from './thumbnails-store.ts'

/** Decides which pictures are to be taken, in the background, once versions have been read. */
export interface PicturePlanner {
  /** Called when a version has been read. */
  planSoon(): void
  /** For the duty: plans what is left, and gives up what was tried too often. */
  planMissing(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

const atOnce = 50

export function openPicturePlanner({ db, log }: { db: Database; log: Logger }): PicturePlanner {
  const stopping = new AbortController()
  let planning: Promise<void> | undefined
  let isWantedAgain = false

  async function planMissing(signal: AbortSignal): Promise<void> {
    await failAbandonedJobs(db)
    await retryFailedThumbnails(db)
    while ((await placeThumbnails(db)) > 0) signal.throwIfAborted()
    // Without a camera, jobs would only pile up. Once there is one, versions of the last days are planned.
    if (!(await hadCameraLately(db))) return
    for (;;) {
      const versions = await listVersionsToPicture(db, atOnce)
      for (const version of versions) {
        signal.throwIfAborted()
        await schedulePictures({ db, log }, version, signal)
      }
      if (versions.length < atOnce) return
    }
  }

  async function planUntilDone() {
    while (isWantedAgain && !stopping.signal.aborted) {
      isWantedAgain = false
      await planMissing(stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'pictures were not planned; will retry')
      })
    }
    planning = undefined
  }

  return {
    planSoon() {
      isWantedAgain = true
      planning ??= planUntilDone()
    },
    planMissing: (signal) => planMissing(AbortSignal.any([signal, stopping.signal])),
    async close() {
      stopping.abort()
      await planning
    },
  }
}
