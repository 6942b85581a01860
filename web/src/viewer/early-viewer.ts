import type { OpenedVersion } from '@plinth/contract/viewer.ts'
import type * as z from 'zod/mini'

/** What the first script of a viewer's page has started while the app's code still comes. */
export interface EarlyViewer {
  pathname: string
  /** The answer to the call that opens the version, not checked yet. */
  opened: Promise<z.output<typeof OpenedVersion>>
  /** Already shows the build. Undefined if the app has to create it. */
  frame: EarlyFrame | undefined
  /** Whether the page shows something else meanwhile, which no frame may cover. */
  isDiscarded: boolean
}

export interface EarlyFrame {
  element: HTMLIFrameElement
  /** What it has sent so far. */
  messages: MessageEvent[]
  isLoaded: boolean
  stopRecording: () => void
}

declare global {
  var plinthEarlyViewer: EarlyViewer | undefined
}

/** Taken, but its frame, which lies over the page, has not been adopted, or is not there yet. */
let unadopted: EarlyViewer | undefined

/** What has been started for this address. Available once: from then on it belongs to the caller. */
export function takeEarlyViewer(): EarlyViewer | undefined {
  const early = globalThis.plinthEarlyViewer
  if (!early) return undefined
  globalThis.plinthEarlyViewer = undefined
  unadopted = early
  if (early.pathname === location.pathname) return early
  discardEarlyViewer()
  return undefined
}

/** The page shows something else. Whoever waits for the version still gets it, without the frame. */
export function discardEarlyViewer(): void {
  const early = globalThis.plinthEarlyViewer ?? unadopted
  globalThis.plinthEarlyViewer = undefined
  unadopted = undefined
  if (!early) return
  early.isDiscarded = true
  takeFrame(early)?.element.remove()
}

/** The frame of what has been started. It belongs to the caller, unless it has been taken or discarded. */
export function takeFrame(early: EarlyViewer): EarlyFrame | undefined {
  const { frame } = early
  early.frame = undefined
  return frame
}

/** Moves the running frame to its place in the page, without loading it again. */
export function adoptFrame({ element }: EarlyFrame, place: HTMLElement): void {
  place.moveBefore(element, null)
  element.removeAttribute('style')
  unadopted = undefined
}

/** Whether a message of the frame says that the story can be seen. */
export const isShownMessage = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'plinth:shown'

/**
 * For those who listen now: what they would have heard from the frame. It was recorded until now, so that nothing is lost
 * between adopting the frame and listening; what somebody has heard already, comes again in the same order.
 */
export function replayEvents({ element, messages, isLoaded, stopRecording }: EarlyFrame): void {
  stopRecording()
  for (const { data, origin, source } of messages) {
    dispatchEvent(new MessageEvent('message', { data, origin, source }))
  }
  if (isLoaded) element.dispatchEvent(new Event('load'))
}
