import { setTimeout as sleep } from 'node:timers/promises'

import type { Comparison } from '@plinth/contract/compare.ts'
import type { ChangeCounts } from '@plinth/contract/storybooks.ts'
import type { Version } from '@plinth/contract/versions.ts'

import { Failure } from './failure.ts'
import type { PortalClient } from './portal-client.ts'

export type VersionChanges = NonNullable<Version['changes']>

/** Behind an upload, the portal reads what is inside it. Most builds take seconds. */
const maxWaitMs = 30_000
const firstPauseMs = 200

/**
 * What changed since the version before it on its branch; undefined for the first one, and if the portal does not know
 * it in time. Never fails: the version is published.
 */
export async function findChanges(
  portal: Pick<PortalClient, 'getVersion'>,
  account: string,
  storybook: string,
  version: string,
): Promise<VersionChanges | undefined> {
  try {
    const { changes } = await untilRead(
      () => portal.getVersion(account, storybook, version),
      ({ contents }) => contents === 'reading',
    )
    return changes ?? undefined
  } catch {
    return undefined
  }
}

/**
 * What changes with a pull request: since the newest version of the branch it merges into, or else since the version
 * before on its own branch. Undefined if the portal does not answer. Never fails.
 */
export async function findComparison(
  portal: Pick<PortalClient, 'getBranch' | 'compare'>,
  account: string,
  storybook: string,
  version: string,
  targetBranch: string | undefined,
): Promise<Comparison | 'nothing before' | undefined> {
  try {
    const base = await findNewest(portal, account, storybook, targetBranch)
    return await untilRead(
      () => portal.compare(account, storybook, { from: base, to: version }),
      ({ state }) => state === 'reading',
    )
  } catch (error) {
    return error instanceof Failure && error.reason === 'notFound' ? 'nothing before' : undefined
  }
}

/** Undefined if nothing was ever published from the branch. */
async function findNewest(
  portal: Pick<PortalClient, 'getBranch'>,
  account: string,
  storybook: string,
  branch: string | undefined,
): Promise<string | undefined> {
  if (branch === undefined) return undefined
  try {
    return (await portal.getBranch(account, storybook, branch)).publicId
  } catch (error) {
    if (error instanceof Failure && error.reason === 'notFound') return undefined
    throw error
  }
}

/** The counts of a comparison; undefined while the portal is reading. */
export function countsOf(comparison: Comparison): VersionChanges | undefined {
  if (comparison.state !== 'ready') return undefined
  const { unchanged: _, ...counts } = comparison.counts
  return { ...counts, since: comparison.from.publicId }
}

/** Asks again, ever more slowly, while the portal is still reading; returns the last answer. */
export async function untilRead<Answer>(
  ask: () => Promise<Answer>,
  isReading: (answer: Answer) => boolean,
): Promise<Answer> {
  const startedAt = Date.now()
  for (let pauseMs = firstPauseMs; ; pauseMs *= 1.5) {
    const answer = await ask()
    if (!isReading(answer) || Date.now() + pauseMs - startedAt > maxWaitMs) return answer
    await sleep(pauseMs)
  }
}

/** "+3 −1 ~12", and what else there is. */
export function describeCounts({ added, removed, changed, renamed, unknown }: ChangeCounts): string {
  const more = [
    ...(renamed > 0 ? [`${renamed} renamed`] : []),
    ...(unknown > 0 ? [`${unknown} cannot tell`] : []),
  ]
  return [`+${added} −${removed} ~${changed}`, ...more].join(', ')
}
