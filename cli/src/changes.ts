import { setTimeout as sleep } from 'node:timers/promises'

import type { Comparison } from '@plinth/contract/compare.ts'
import type { ChangeSummary } from '@plinth/contract/storybooks.ts'
import type { Baseline, ContentsState, Version } from '@plinth/contract/versions.ts'

import type { PortalClient, ReadVersion } from './portal-client.ts'

export type VersionChanges = NonNullable<Version['changes']>

interface VersionPlace {
  account: string
  storybook: string
  version: string
}

/** Behind an upload, the portal reads what is inside it. Most builds take seconds. */
const maxWaitMs = 30_000
const firstPauseMs = 200

/**
 * The version once it has been read and compared, or as it is when the portal takes too long; undefined if the portal does not
 * answer. Never fails: the version is published.
 */
export async function findRead(
  portal: Pick<PortalClient, 'getVersion'>,
  { account, storybook, version }: VersionPlace,
): Promise<ReadVersion | undefined> {
  try {
    return await untilRead(
      () => portal.getVersion(account, storybook, version),
      (version) => !isRead(version),
    )
  } catch {
    return undefined
  }
}

/** Whether the portal has read the version and compared it with its baseline, if it has one. */
const isRead = ({ contents, isComparing }: ReadVersion): boolean => contents !== 'reading' && !isComparing

/** The state of a version and its baseline together. Where the portal did not answer, it may still be reading. */
export function contentsOf(version: ReadVersion | undefined): ContentsState {
  if (!version || !isRead(version)) return 'reading'
  const { contents, baseline, changes } = version
  return baseline && !changes ? 'none' : contents
}

/** What changed since the version's baseline, story by story; undefined if the portal does not answer. Never fails. */
export async function findComparison(
  portal: Pick<PortalClient, 'compare'>,
  { account, storybook, version }: VersionPlace,
  baseline: Baseline,
): Promise<Comparison | undefined> {
  try {
    return await untilRead(
      () => portal.compare(account, storybook, { from: baseline.version, to: version }),
      ({ state }) => state === 'reading',
    )
  } catch {
    return undefined
  }
}

/** The counts of a comparison; undefined while the portal is reading. */
export function countsOf(comparison: Comparison): VersionChanges | undefined {
  if (comparison.state !== 'ready') return undefined
  const { from, counts, isPreviewChanged, isComplete } = comparison
  const { unchanged: _, ...changed } = counts
  return { ...changed, isPreviewChanged, isComplete, since: from.publicId }
}

/** Asks again, ever more slowly, while the portal is still reading or comparing; returns the last answer. */
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

export const unreadable = 'the stories of one of the two cannot be read'

/** Why it is not known what changed in a version since its baseline, if it has one; without a full stop. */
export function describeUnknown(contents: ContentsState, since: string | undefined): string {
  if (contents === 'none')
    return since === undefined
      ? 'The portal can read no stories in this version, so it cannot tell what changed'
      : `What changed since ${since} cannot be told: ${unreadable}`
  if (since !== undefined) return `What changed since ${since} is not known yet`
  return contents === 'reading'
    ? 'What changed is not known yet: the portal had not read this version in time'
    : 'There is nothing to compare it with yet'
}

/** "+3 −1 ~12", and what else there is. */
export function describeCounts(changes: ChangeSummary): string {
  const { added, removed, changed, renamed, unknown, isPreviewChanged, isComplete } = changes
  const more = [
    ...(renamed > 0 ? [`${renamed} renamed`] : []),
    ...(unknown > 0 ? [`${unknown} cannot tell`] : []),
    ...(isPreviewChanged ? ['preview changed'] : []),
    ...(isComplete ? [] : ['not all stories known']),
  ]
  return [`+${added} −${removed} ~${changed}`, ...more].join(', ')
}
