import { setTimeout as sleep } from 'node:timers/promises'

import type { PictureComparison } from '@plinth/contract/pictures.ts'

import type { PullRequest } from './ci/metadata.ts'
import { Failure } from './failure.ts'
import type { ParsedArgs } from './flags.ts'
import type { PortalClient } from './portal-client.ts'

/** How the stories that changed look, as far as the portal knows it. */
export type Looks = Pick<PictureComparison, 'state' | 'requiresReview' | 'counts'>

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
 * Has pictures taken of what changed, and waits for them for a while. Undefined if the portal has no camera, or does not answer.
 * Never fails: the version is published.
 */
export async function findLooks(
  portal: Pick<PortalClient, 'requestPictures' | 'getPictures'>,
  { account, storybook, from, to, waitMs }: LooksQuery,
): Promise<Looks | undefined> {
  try {
    const startedAt = Date.now()
    let looks = await portal.requestPictures(account, storybook, { from, to })
    if (!looks.hasCamera && looks.state !== 'ready') return looks.requiresReview ? looks : undefined
    while (looks.state === 'waiting' && Date.now() + pauseMs - startedAt <= waitMs) {
      await sleep(pauseMs)
      looks = await portal.getPictures(account, storybook, { from, to })
    }
    return looks
  } catch {
    return undefined
  }
}

/** "12 changed in code, 4 look different" */
export function describeLooks({ state, counts }: Looks): string {
  const { changedInCode, lookDifferent, unstable } = counts
  if (state === 'none') return 'no pictures were taken'
  if (state === 'failed') return 'the pictures could not be taken'
  const sum = `${changedInCode} changed in code, ${lookDifferent} ${lookDifferent === 1 ? 'looks' : 'look'} different`
  const more = unstable > 0 ? `, ${unstable} unstable` : ''
  return state === 'waiting' ? `${sum} so far (pictures are still being taken)` : sum + more
}
