import type { ListedStorybook, Storybook } from '@plinth/contract/storybooks.ts'

import type { ListedStorybookRow, StorybookRow } from './store.ts'

export function presentStorybook(row: StorybookRow): Storybook {
  return {
    publicId: row.public_id,
    title: row.title,
    description: row.description,
    folder: row.folder,
    mainBranch: row.main_branch,
    lastUpdated: row.last_updated_at?.toISOString() ?? null,
    versionCount: row.version_count,
    latest: presentLatest(row),
  }
}

export function presentListedStorybook(row: ListedStorybookRow): ListedStorybook {
  return {
    ...presentStorybook(row),
    isFavourite: row.is_favourite ?? false,
    viewedAt: row.viewed_at?.toISOString() ?? null,
    newVersions: row.seen_up_to && row.new_versions,
    newChanges: row.new_changes,
  }
}

function presentLatest(row: StorybookRow): Storybook['latest'] {
  if (row.version_public_id === null || row.version_created_at === null || row.kind === null) return null
  return {
    versionPublicId: row.version_public_id,
    createdAt: row.version_created_at.toISOString(),
    branch: row.branch,
    kind: row.kind,
    storyCount: row.story_count,
    componentCount: row.component_count,
    storybookVersion: row.storybook_version,
    framework: row.framework,
  }
}
