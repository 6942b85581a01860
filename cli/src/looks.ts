import { setTimeout as sleep } from 'node:timers/promises'

import type { GaveUpBecause, Obstacle, PictureComparison } from '@plinth/contract/pictures.ts'

import type { PullRequest } from './ci/metadata.ts'
import { Failure } from './failure.ts'
import type { ParsedArgs } from './flags.ts'
import type { PortalClient } from './portal-client.ts'

/** How the stories that changed look, as far as the portal knows it. */
export type Looks = Pick<
  PictureComparison,
  'state' | 'obstacle' | 'gaveUpBecause' | 'requiresReview' | 'counts'
>

const pauseMs = 2000

/** In a pull request somebody waits for the answer. */
const defaultWaitSeconds = { pullRequest: 120, otherwise: 30 }

export function picturesWaitMs(args: ParsedArgs, pullRequest: PullRequest | undefined): number {
  const given = args.value('pictures-wait')
  if (given === undefined) return defaultWaitSeconds[pullRequest ? 'pullRequest' : 'otherwise'] * 1000
  if (!/^\d{1,5}$/.test(given))
    throw new Failure('usage', '--pictures-wait must be a number of seconds, such as 120.')
  return Number(given) * 1000
}

interface LooksQuery {
  account: string
  storybook: string
  from: string
  to: string
  waitMs: number
}

/**
 * Has pictures taken of what changed, and waits for them for a while, unless none are taken at the moment. Undefined if the
 * portal does not answer. Never fails: the version is published.
 */
export async function findLooks(
  portal: Pick<PortalClient, 'requestPictures' | 'getPictures'>,
  { account, storybook, from, to, waitMs }: LooksQuery,
): Promise<Looks | undefined> {
  try {
    const startedAt = Date.now()
    let looks = await portal.requestPictures(account, storybook, { from, to })
    const isComing = () => looks.state === 'waiting' && looks.obstacle === null
    while (isComing() && Date.now() + pauseMs - startedAt <= waitMs) {
      await sleep(pauseMs)
      looks = await portal.getPictures(account, storybook, { from, to })
    }
    return looks
  } catch {
    return undefined
  }
}

const obstacles: Record<Obstacle, string> = {
  noCamera: 'no camera has been set up',
  cameraGone: 'no camera is running',
  storageFull: "the account's storage is full",
  dailyLimit: 'the account has had its pictures of today',
  buildsEnded: "the account's builds were ended too often today",
  manyWaiting: 'too many comparisons are waiting',
  notRead: 'a version has not been read',
}

const reasons: Record<GaveUpBecause, string> = {
  notPlanned: 'what changed could not be found out',
  storageFull: "the pictures did not fit into the account's storage",
  crashed: 'the build crashed the browser',
  tooMuch: 'the build used too much memory or time',
  cameraFailed: 'the camera failed',
}

/** "12 changed in code, 4 look different", or how much of that is known, and why not more. */
export function describeLooks({ state, obstacle, gaveUpBecause, counts }: Looks): string {
  const { changedInCode, compared, lookDifferent, lookSame, unstable, notSeen, leftOut } = counts
  const different = `${lookDifferent} ${lookDifferent === 1 ? 'looks' : 'look'} different`
  if (state === 'ready')
    return [
      `${changedInCode} changed in code`,
      // Nothing is said to look the same where nothing could be compared.
      ...(lookDifferent + lookSame > 0 || notSeen === 0 ? [different] : []),
      ...(unstable > 0 ? [`${unstable} unstable`] : []),
      ...(notSeen > unstable ? [`${notSeen - unstable} without pictures`] : []),
      ...(leftOut === null ? ['not all stories are known'] : leftOut > 0 ? [`${leftOut} not compared`] : []),
    ].join(', ')
  const progress = `${compared} of ${changedInCode}`
  const known = compared > 0 ? `${progress} compared, ${different} so far` : undefined
  if (state === 'failed')
    return [known, `gave up: ${reasons[gaveUpBecause ?? 'cameraFailed']}`].filter(Boolean).join('; ')
  const unknown = state === 'waiting' ? `not compared yet (${progress})` : 'not compared'
  return [known ?? unknown, obstacle && obstacles[obstacle]].filter(Boolean).join(': ')
}

/** For pipelines that read it. */
export const looksAsJson = ({ state, obstacle, gaveUpBecause, counts }: Looks) => ({
  state,
  obstacle,
  gaveUpBecause,
  ...counts,
})

/** Only then every story has been compared. */
export const isKnown = ({ state, counts }: Looks): boolean =>
  state === 'ready' && counts.leftOut === 0 && counts.notSeen <= counts.unstable
