import type { RestoredVersion } from '@plinth/contract/trash.ts'

import { texts } from '../texts/texts.ts'

/** What has become of a version that was in the trash. */
export function describeRestored({ droppedRelease, isPinned }: RestoredVersion): string {
  const words = texts.trash.restore
  if (droppedRelease !== null) return words.droppedRelease(droppedRelease)
  return isPinned ? words.pinned : words.done.version
}
