import type { OpenedVersion } from '@plinth/contract/viewer.ts'
import type * as z from 'zod/mini'

/** What the first script of a viewer's page has started while the app's code still comes. */
export interface EarlyViewer {
  pathname: string
  /** The answer to the call that opens the version, not checked yet. */
  opened: Promise<z.output<typeof OpenedVersion>>
  /** Already shows the build. Undefined if the app has to create it. */
  frame: EarlyFrame | undefined
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
  globalThis.plinthEarlyViewer = undefined
  unadopted = early
  if (!early || early.pathname === location.pathname) return early
  discardEarlyViewer()
  return undefined
}

/** The page shows something else, which the frame must not cover, now or once it is there. */
export function discardEarlyViewer(): void {
  const early = globalThis.plinthEarlyViewer ?? unadopted
  globalThis.plinthEarlyViewer = undefined
  unadopted = undefined
  early?.frame?.element.remove()
  early?.opened.then(
    () => early.frame?.element.remove(),
    () => {},
  )
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
