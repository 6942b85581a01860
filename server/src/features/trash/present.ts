import { trashDays } from '@plinth/contract/trash-days.ts'
import type { DeletedStorybook, DeletedVersion } from '@plinth/contract/trash.ts'

import type { TrashRow } from './listing-store.ts'

const trashMs = trashDays * 24 * 60 * 60 * 1000

export function presentTrash(row: TrashRow): DeletedVersion | DeletedStorybook {
  const deletion = {
    publicId: row.public_id,
    deletedAt: row.deleted_at.toISOString(),
    keptUntil: new Date(row.deleted_at.getTime() + trashMs).toISOString(),
    deletedBy: row.deleted_by,
    bytes: row.bytes,
  }
  if (row.kind === 'storybook') {
    return { kind: 'storybook', title: row.title, versionCount: row.version_count, ...deletion }
  }
  return {
    kind: 'version',
    storybookPublicId: row.storybook_public_id,
    storybookTitle: row.title,
    createdAt: row.created_at.toISOString(),
    message: row.message,
    branch: row.branch,
    release: row.release,
    rule: row.rule,
    ...deletion,
  }
}
