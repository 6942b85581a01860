import type { ListedStorybook, Storybook, StorybookIcon } from '@plinth/contract/storybooks.ts'

import type { ListedStorybookRow, StorybookRow } from './store.ts'

export function presentStorybook(row: StorybookRow): Storybook {
  return {
    publicId: row.public_id,
    title: row.title,
    description: row.description,
    folder: row.folder,
    mainBranch: row.main_branch,
    requiresReview: row.requires_review,
    lastUpdated: row.last_updated_at?.toISOString() ?? null,
    versionCount: row.version_count,
    icon: presentIcon(row),
    latest: presentLatest(row),
  }
}

export function presentListedStorybook(row: ListedStorybookRow): ListedStorybook {
  return {
    ...presentStorybook(row),
    mainComponents: (row.version_public_id !== null && row.main_components) || [],
    isFavourite: row.is_favourite ?? false,
    viewedAt: row.viewed_at?.toISOString() ?? null,
    newVersions: row.seen_up_to && row.new_versions,
    newChanges: row.new_changes,
  }
}

function presentIcon({
  icon_sha256: sha256,
  icon_media_type: mediaType,
  icon_source: source,
}: StorybookRow): StorybookIcon | null {
  return sha256 && mediaType && source && { hash: sha256.toString('hex'), mediaType, source }
}

function presentLatest(row: StorybookRow): Storybook['latest'] {
  if (row.version_public_id === null || row.version_created_at === null || row.kind === null) return null
  return {
    versionPublicId: row.version_public_id,
    createdAt: row.version_created_at.toISOString(),
    branch: row.branch,
    commit: row.commit_id,
    kind: row.kind,
    storyCount: row.story_count,
    componentCount: row.component_count,
    storybookVersion: row.storybook_version,
    framework: row.framework,
  }
}
