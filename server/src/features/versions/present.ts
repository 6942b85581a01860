import { commitUrlOf } from '@plinth/contract/commit-url.ts'
import type { Branch, Version } from '@plinth/contract/versions.ts'

import { contentsStateOf } from '../contents/state.ts'
import type { BranchRow, VersionRow } from './store.ts'

export function presentVersion(row: VersionRow): Version {
  const contents = contentsStateOf(row)
  return {
    publicId: row.public_id,
    createdAt: row.created_at.toISOString(),
    message: row.message,
    createdBy: row.created_by,
    size: row.zip_bytes,
    fileCount: row.file_count,
    branch: row.branch,
    commit: row.commit_id,
    commitUrl: commitUrlOf({ commit: row.commit_id, buildUrl: row.build_url }) ?? null,
    buildUrl: row.build_url,
    release: row.release,
    isPinned: row.is_pinned,
    kind: row.kind,
    storyCount: row.story_count,
    componentCount: row.component_count,
    storybookVersion: row.storybook_version,
    framework: row.framework,
    contents,
    targetBranch: row.target_branch,
    baseline:
      row.compared_with === null
        ? null
        : { version: row.compared_with, branch: row.compared_branch, reason: row.compared_because },
    changes: row.changes && row.compared_with !== null ? { ...row.changes, since: row.compared_with } : null,
    isComparing: contents === 'ready' && row.is_to_compare,
  }
}

export const presentBranch = (row: BranchRow): Branch => ({
  name: row.branch,
  isMain: row.is_main,
  versionCount: row.version_count,
  newest: presentVersion(row),
})
