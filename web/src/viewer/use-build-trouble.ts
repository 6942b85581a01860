import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

import { readBuildReport } from './build-report.ts'
import type { BuildPage, BuildProblem, BuildReport } from './build-report.ts'

/** How long a build may show nothing and load nothing. */
export const silentSeconds = 8
/** After a problem; many a build recovers from one. */
const afterProblemMs = 2000
/** A timer that is this late says that the computer was asleep, and the build with it. */
const asleepMs = 2000
/** A build that reports more than this is not listened to. */
const maxReports = 500

export interface BuildTrouble {
  page: BuildPage
  /** Undefined if nothing has appeared, for whatever reason. */
  problem: BuildProblem | undefined
}

interface WatchedBuild {
  /** Why the build shows nothing; undefined as long as it may still come, and once it is there. */
  trouble: BuildTrouble | undefined
  /** The id of the story or docs page that the build should show and does not have. */
  missingStory: string | undefined
}

/** What the build in the frame reports that people should know. */
export function useBuildTrouble(
  frame: RefObject<HTMLIFrameElement | null>,
  viewerOrigin: string,
): WatchedBuild {
  const [trouble, setTrouble] = useState<BuildTrouble>()
  const [missingStory, setMissingStory] = useState<string>()
  useLayoutEffect(() => {
    const { current } = frame
    const reports = new Map<BuildPage, BuildReport>()
    let received = 0
    let timer: ReturnType<typeof setTimeout>

    function decideAfter(ms: number) {
      clearTimeout(timer)
      const latest = Date.now() + ms + asleepMs
      timer = setTimeout(() => {
        if (Date.now() > latest) decideAfter(ms)
        else setTrouble(troubleOf([...reports.values()]))
      }, ms)
    }

    function receive({ source, origin, data }: MessageEvent) {
      const build = current?.contentWindow
      const isOwn = build && origin === viewerOrigin && (source === build || parentOf(source) === build)
      const report = isOwn ? readBuildReport(data) : undefined
      if (!report || received === maxReports) return
      received += 1
      reports.set(report.page, report)
      setMissingStory(reports.get('preview')?.missingStory)
      const waiting = [...reports.values()].filter(({ showsSomething }) => !showsSomething)
      if (waiting.length === 0) {
        clearTimeout(timer)
        setTrouble(undefined)
      } else {
        const hasProblem = waiting.some(({ problems }) => problems.length > 0)
        decideAfter(hasProblem ? afterProblemMs : silentSeconds * 1000)
      }
    }

    // Pages that are not a Storybook's get no script that could report; that they have loaded must do.
    const loaded = () => {
      if (reports.size === 0) clearTimeout(timer)
    }

    decideAfter(silentSeconds * 1000)
    addEventListener('message', receive)
    current?.addEventListener('load', loaded)
    return () => {
      clearTimeout(timer)
      removeEventListener('message', receive)
      current?.removeEventListener('load', loaded)
    }
  }, [frame, viewerOrigin])
  return { trouble, missingStory }
}

/** Of the pages that show nothing, the one that says why. */
function troubleOf(reports: BuildReport[]): BuildTrouble {
  const waiting = reports.filter(({ showsSomething }) => !showsSomething)
  const first = waiting.find(({ problems }) => problems.length > 0) ?? waiting[0]
  const problem = first?.problems.find(({ kind }) => kind === 'missing') ?? first?.problems[0]
  return { page: first?.page ?? 'manager', problem }
}

/** Readable on windows of any origin. */
const parentOf = (source: MessageEventSource | null) => (source as Window | null)?.parent
