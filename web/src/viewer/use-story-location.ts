import { useEffect } from 'react'
import type { RefObject } from 'react'

import { navigateMessage, readLocationMessage, storySearch } from './story-address.ts'
import type { StoryLocation } from './story-address.ts'

/** A Storybook reports every change two or three times, and a hostile one as often as it likes. */
const settleTime = 100
/** How long the frame has to follow the browser's history by itself before it is told to. */
const followTime = 400

/**
 * Keeps the portal's address at the story in the frame. It is replaced, never pushed: the frame's own history entries
 * are part of the tab's history already, so Back and Forward go through the stories without the portal's doing.
 * And it is replaced behind the router's back, with the router's own state kept in the entry: as a navigation of the
 * router it would cancel one that a person has just started.
 */
export function useStoryLocation(
  frame: RefObject<HTMLIFrameElement | null>,
  viewerOrigin: string,
  onChange: (location: StoryLocation) => void,
) {
  useEffect(() => {
    const { pathname } = location
    // Between leaving the viewer and its removal from the page the address is another page's.
    const isHere = () => location.pathname === pathname
    let shown = storySearch(location.search)
    let settling: ReturnType<typeof setTimeout> | undefined
    let following: ReturnType<typeof setTimeout> | undefined

    function receive({ source, origin, data }: MessageEvent) {
      const sender = frame.current?.contentWindow
      if (!sender || source !== sender || origin !== viewerOrigin) return
      const reported = readLocationMessage(data)
      if (!reported) return
      shown = reported.search
      clearTimeout(settling)
      settling = setTimeout(() => {
        if (!isHere()) return
        if (location.search !== reported.search) {
          history.replaceState(history.state, '', pathname + reported.search)
        }
        onChange(reported)
      }, settleTime)
    }

    // A frame that was created anew on the way has no history of its own; then the portal's entry says where to go.
    function followHistory() {
      clearTimeout(following)
      following = setTimeout(() => {
        const wanted = storySearch(location.search)
        if (!isHere() || wanted === '' || wanted === shown) return
        frame.current?.contentWindow?.postMessage(navigateMessage(wanted), viewerOrigin)
      }, followTime)
    }

    addEventListener('message', receive)
    addEventListener('popstate', followHistory)
    return () => {
      removeEventListener('message', receive)
      removeEventListener('popstate', followHistory)
      clearTimeout(settling)
      clearTimeout(following)
    }
  }, [frame, viewerOrigin, onChange])
}
