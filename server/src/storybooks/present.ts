import type { Storybook } from '@plinth/contract/storybooks.ts'

import type { StorybookRow } from './store.ts'

export function presentStorybook(row: StorybookRow): Storybook {
  return {
    publicId: row.public_id,
    title: row.title,
    description: row.description,
    lastUpdated: row.last_updated_at?.toISOString() ?? null,
    versionCount: row.version_count,
    latest: null,
  }
}
