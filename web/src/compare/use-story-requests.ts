import { useEffect, useEffectEvent } from 'react'

import { readStoryRequest } from '../viewer/story-address.ts'
import type { StoryRequest } from '../viewer/story-address.ts'

/** Links between stories in one of the page's frames. Without a Storybook around them, nobody else would follow them. */
export function useStoryRequests(onRequest: (request: StoryRequest) => void) {
  const receive = useEffectEvent(({ source, origin, data }: MessageEvent) => {
    const frames = [...document.querySelectorAll('iframe')]
    const sender = frames.find((frame) => frame.contentWindow === source)
    if (!sender || new URL(sender.src).origin !== origin) return
    const request = readStoryRequest(data)
    if (request) onRequest(request)
  })
  useEffect(() => {
    const listener = (event: MessageEvent) => receive(event)
    addEventListener('message', listener)
    return () => removeEventListener('message', listener)
  }, [])
}
