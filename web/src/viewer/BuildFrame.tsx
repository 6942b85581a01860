import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'

import { errorMessage } from '../error-message.ts'
import { texts } from '../texts/texts.ts'
import { createBuildFrame } from './build-frame.ts'
import { readBuildReport } from './build-report.ts'
import { adoptFrame, isShownMessage, replayEvents } from './early-viewer.ts'
import type { EarlyFrame } from './early-viewer.ts'
import { useSessionRefresh } from './use-session-refresh.ts'
import { requireForeignOrigin } from './viewer-session.ts'
import type { ViewerSession } from './viewer-session.ts'

import classes from './ViewerPage.module.css'

interface BuildFrameProps {
  frame: RefObject<HTMLIFrameElement | null>
  opened: ViewerSession
  openedAt: number
  title: string
  /** The page of the build to start at: a path on its own origin. Later changes have no effect. */
  page: string
  /** Shown until there is something to see. */
  skeleton: ReactNode
}

/** An uploaded build in a sandboxed frame, with a session that stays alive. */
export function BuildFrame({ frame, opened, openedAt, title, page, skeleton }: BuildFrameProps) {
  // Never changed, because another address would reload the frame.
  const [address] = useState(() => {
    // Throws for the portal's own origin, where allow-same-origin would let the build remove the sandbox.
    requireForeignOrigin(opened.viewerBaseUrl)
    return opened.viewerBaseUrl + page
  })
  const [{ takeEarlyFrame }] = useState(opened)
  const stage = useRef<HTMLDivElement>(null)
  const shownFrame = useRef<HTMLIFrameElement>(null)
  const [seen, setSeen] = useState<Seen>('nothing')
  const refreshError = useSessionRefresh(opened, openedAt)

  // Not by React, which could not take over a frame that is already there.
  const adopted = useRef<EarlyFrame>(undefined)
  useLayoutEffect(() => {
    const early = takeEarlyFrame?.()
    const element = early?.element ?? createBuildFrame(address)
    let reportsItself = false
    const receive = ({ source, data }: MessageEvent) => {
      if (source !== element.contentWindow) return
      const report = readBuildReport(data)
      if (report) reportsItself = true
      if (report?.showsSomething) setSeen('everything')
      else if (isShownMessage(data)) setSeen((before) => (before === 'nothing' ? 'story' : before))
    }
    // A page that reports itself may have loaded and show nothing yet.
    const loaded = () => {
      if (!reportsItself) setSeen('everything')
    }
    element.className = classes.frame ?? ''
    element.addEventListener('load', loaded)
    addEventListener('message', receive)
    if (early && stage.current) adoptFrame(early, stage.current)
    else stage.current?.append(element)
    shownFrame.current = element
    adopted.current = early
    // At once, so that nothing covers what can be seen already.
    early?.messages.forEach(receive)
    return () => {
      removeEventListener('message', receive)
      element.remove()
    }
  }, [address, takeEarlyFrame])
  // After the layout effects of the components around this one, in which they begin to listen to the frame.
  useEffect(() => {
    if (adopted.current) replayEvents(adopted.current)
    adopted.current = undefined
  }, [])
  useImperativeHandle<HTMLIFrameElement | null, HTMLIFrameElement | null>(frame, () => shownFrame.current, [])

  useLayoutEffect(() => {
    if (shownFrame.current) shownFrame.current.title = title
  }, [title])

  return (
    <>
      {refreshError !== undefined && (
        <Alert color="yellow" variant="light" radius={0} icon={<IconAlertCircle />} py="xs">
          {texts.viewer.notRenewed(errorMessage(refreshError))}
        </Alert>
      )}
      <div ref={stage} className={classes.stage} data-seen={seen}>
        {seen !== 'everything' && skeleton}
      </div>
    </>
  )
}

/** A Storybook's canvas can be seen before the rest of it, with the skeleton around it. */
type Seen = 'nothing' | 'story' | 'everything'
