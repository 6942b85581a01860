import { RequestAborted } from '@plinth/contract/client.ts'
import type { PublishedStorybook } from '@plinth/contract/versions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { errorMessage } from '../error-message.ts'
import { texts } from '../texts/texts.ts'
import { refreshStorybook, showPublished } from './mutations.ts'
import { addSample, estimate } from './upload-speed.ts'
import type { Estimate, Sample } from './upload-speed.ts'
import { uploadVersion } from './upload.ts'

export interface Sending {
  step: 'sending'
  sent: number
  total: number
  estimate: Estimate | undefined
}

export type UploadState =
  | { step: 'ready' }
  | Sending
  | { step: 'checking' }
  | { step: 'failed'; message: string }

interface UploadOptions {
  account: string
  storybook: string
  onPublished: (published: PublishedStorybook) => void
}

/** Uploads a file and tracks the progress. Attempts with the same file share an idempotency key. */
export function useUpload({ account, storybook, onPublished }: UploadOptions) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<UploadState>({ step: 'ready' })
  const running = useRef<AbortController>(undefined)
  const currentFile = useRef<{ file: File; key: string }>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start(file: File, { message, branch }: { message: string; branch: string }) {
    const controller = new AbortController()
    running.current = controller
    currentFile.current =
      currentFile.current?.file === file ? currentFile.current : { file, key: crypto.randomUUID() }
    let samples: Sample[] = []
    setState({ step: 'sending', sent: 0, total: file.size, estimate: undefined })
    try {
      const published = await uploadVersion({
        account,
        storybook,
        file,
        message,
        branch,
        idempotencyKey: currentFile.current.key,
        signal: controller.signal,
        onProgress: (sent, total) => {
          samples = addSample(samples, { at: performance.now(), sent })
          setState({ step: 'sending', sent, total, estimate: estimate(samples, total) })
        },
        onSent: () => setState({ step: 'checking' }),
      })
      currentFile.current = undefined
      showPublished(queryClient, account, published)
      onPublished(published)
    } catch (error) {
      // The server may have published the version before the connection was lost or the upload cancelled.
      refreshStorybook(queryClient, account, storybook)
      const isCancelled = error instanceof RequestAborted
      setState(
        isCancelled
          ? { step: 'ready' }
          : { step: 'failed', message: errorMessage(error, texts.versions.errors.failed) },
      )
    }
  }

  return {
    state,
    isRunning: state.step === 'sending' || state.step === 'checking',
    start,
    cancel: () => running.current?.abort(),
    /** Called when another file is chosen. */
    clearError: () => setState({ step: 'ready' }),
  }
}
