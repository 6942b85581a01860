import type { AllowedPage, Composition } from '@plinth/contract/compositions.ts'

import type { AllowedPageRow, CompositionRow } from './store.ts'

export const presentComposition = (row: CompositionRow): Composition => ({
  id: row.id,
  origin: row.origin,
  createdBy: row.created_by ?? '',
  storybooks: row.storybooks,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
})

export const presentAllowedPage = (row: AllowedPageRow): AllowedPage => ({
  id: row.id,
  origin: row.origin,
  accountName: row.account_name,
  allowedAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
})
