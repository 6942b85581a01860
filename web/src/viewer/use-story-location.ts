import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

import { navigateMessage, readLocationMessage, storySearch } from './story-address.ts'
import type { StoryLocation } from './story-address.ts'

/** A Storybook reports every change two or three times, and a hostile build as often as it likes. */
const debounceMs = 100
/** How long the frame has to follow the browser's history before it is told to. */
const followDelayMs = 400

/**
 * Keeps the portal's address in step with the story in the frame. The address is replaced and never pushed: the frame's
 * history entries are already part of the tab's history, so Back and Forward work by themselves. It bypasses the router,
 * but keeps the router's state in the entry, because a navigation would cancel one that the user has just started.
 */
export function useStoryLocation(
  frame: RefObject<HTMLIFrameElement | null>,
  viewerOrigin: string,
  onChange: (location: StoryLocation) => void,
) {
  const follow = useRef<(search: string) => void>(undefined)
  useLayoutEffect(() => {
    const { pathname } = location
    // After a navigation, and until this component is unmounted, the address belongs to another page.
    const isHere = () => location.pathname === pathname
    let shown = storySearch(location.search)
    let debounceTimer: ReturnType<typeof setTimeout> | undefined
    let followTimer: ReturnType<typeof setTimeout> | undefined

    function receive({ source, origin, data }: MessageEvent) {
      const sender = frame.current?.contentWindow
      if (!sender || source !== sender || origin !== viewerOrigin) return
      const reported = readLocationMessage(data)
      if (!reported) return
      shown = reported.search
      clearTimeout(debounceTimer)
      debounceTimer = setTimeout(() => {
        debounceTimer = undefined
        if (!isHere()) return
        if (location.search !== reported.search) {
          history.replaceState(history.state, '', pathname + reported.search)
        }
        onChange(reported)
      }, debounceMs)
    }

    // A recreated frame has no history of its own, so the portal's entry tells it which story to show.
    function followHistory() {
      clearTimeout(followTimer)
      followTimer = setTimeout(() => {
        // A report that is not in the address yet says that the frame has gone on by itself.
        if (debounceTimer === undefined) goTo(location.search)
      }, followDelayMs)
    }

    function goTo(search: string) {
      const wanted = storySearch(search)
      if (!isHere() || wanted === '' || wanted === shown) return
      frame.current?.contentWindow?.postMessage(navigateMessage(wanted), viewerOrigin)
    }

    follow.current = goTo
    addEventListener('message', receive)
    addEventListener('popstate', followHistory)
    return () => {
      removeEventListener('message', receive)
      removeEventListener('popstate', followHistory)
      clearTimeout(debounceTimer)
      clearTimeout(followTimer)
    }
  }, [frame, viewerOrigin, onChange])

  // A link within the portal to another story of this version, for example a search result.
  const place = useLocation()
  const isBackOrForward = useNavigationType() === NavigationType.Pop
  useEffect(() => {
    if (!isBackOrForward) follow.current?.(place.search)
  }, [place, isBackOrForward])
}
