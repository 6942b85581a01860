import { RequestAborted } from '@plinth/contract/client.ts'
import type { PublishedStorybook } from '@plinth/contract/versions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { errorMessage } from '../error-message.ts'
import { texts } from '../texts/texts.ts'
import type { ChosenBuild } from './choose-build.ts'
import { refreshStorybook, showPublished } from './mutations.ts'
import { addSample, estimate } from './upload-speed.ts'
import type { Estimate, Sample } from './upload-speed.ts'
import { uploadVersion } from './upload.ts'

/** Bytes that are zipped or sent. */
export interface Moving {
  step: 'zipping' | 'sending'
  done: number
  total: number
  estimate: Estimate | undefined
}

export type UploadState =
  | { step: 'ready' }
  | Moving
  | { step: 'checking' }
  | { step: 'failed'; message: string }

interface UploadOptions {
  account: string
  storybook: string
  onPublished: (published: PublishedStorybook, message: string) => void
}

/** Often enough for the eye. Thousands of small files would otherwise render as often. */
const minPauseMs = 100

/** Uploads a build and tracks the progress. Attempts with the same build share an idempotency key. */
export function useUpload({ account, storybook, onPublished }: UploadOptions) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<UploadState>({ step: 'ready' })
  const running = useRef<AbortController>(undefined)
  const current = useRef<{ build: ChosenBuild; key: string }>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  /** Reports what is done of a step, with speed and time left. */
  function track(step: Moving['step']) {
    let samples: Sample[] = []
    let shownAt = -Infinity
    return (done: number, total: number) => {
      const at = performance.now()
      if (at - shownAt < minPauseMs && done < total) return
      shownAt = at
      samples = addSample(samples, { at, sent: done })
      setState({ step, done, total, estimate: estimate(samples, total) })
    }
  }

  async function zip(build: ChosenBuild, signal: AbortSignal) {
    const report = track('zipping')
    let read = 0
    return build.zip({ signal, onRead: (bytes) => report((read += bytes), build.bytes) })
  }

  async function start(build: ChosenBuild, { message, branch }: { message: string; branch: string }) {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    current.current = current.current?.build === build ? current.current : { build, key: crypto.randomUUID() }
    const step = build.fileCount === undefined ? 'sending' : 'zipping'
    setState({ step, done: 0, total: build.bytes, estimate: undefined })
    try {
      const file = await zip(build, signal)
      setState({ step: 'sending', done: 0, total: file.size, estimate: undefined })
      const published = await uploadVersion({
        account,
        storybook,
        file,
        message,
        branch,
        idempotencyKey: current.current.key,
        signal,
        onProgress: track('sending'),
        onSent: () => setState({ step: 'checking' }),
      })
      current.current = undefined
      showPublished(queryClient, account, published)
      onPublished(published, message)
    } catch (error) {
      // The server may have published the version before the connection was lost or the upload cancelled.
      refreshStorybook(queryClient, account, storybook)
      const isCancelled = error instanceof RequestAborted || signal.aborted
      setState(
        isCancelled
          ? { step: 'ready' }
          : { step: 'failed', message: errorMessage(error, texts.versions.errors.failed) },
      )
    }
  }

  return {
    state,
    isRunning: state.step === 'zipping' || state.step === 'sending' || state.step === 'checking',
    start,
    cancel: () => running.current?.abort(),
    /** Called when another build is chosen. */
    clearError: () => setState({ step: 'ready' }),
  }
}
