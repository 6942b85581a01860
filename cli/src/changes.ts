import { setTimeout as sleep } from 'node:timers/promises'

import type { ChangeCounts, Version } from '@plinth/contract/versions.ts'

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
