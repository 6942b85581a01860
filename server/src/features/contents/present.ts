import type { ComponentPage, ListedComponent } from '@plinth/contract/contents.ts'

import type { CataloguedComponent, VersionThatChanged } from './components-store.ts'

export const presentListedComponent = (row: CataloguedComponent): ListedComponent => ({
  storybookPublicId: row.storybook_public_id,
  versionPublicId: row.version_public_id,
  id: row.entry_id ?? '',
  title: row.title,
  name: row.name,
  description: row.description,
  tags: row.tags,
  storyCount: row.story_count ?? 0,
  propCount: row.prop_count,
})

export const presentVersionThatChanged = (row: VersionThatChanged): ComponentPage['changedIn'][number] => ({
  versionPublicId: row.public_id,
  createdAt: row.created_at.toISOString(),
  message: row.message,
  branch: row.branch,
  change: row.change,
})
