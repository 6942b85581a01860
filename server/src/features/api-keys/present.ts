import type { ApiKey, ApiKeyMaker } from '@plinth/contract/api-keys.ts'

import type { ApiKeyRow } from './store.ts'

export function presentApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    keyPreview: row.key_preview,
    createdAt: row.created_at.toISOString(),
    createdBy: presentMaker(row),
    expiresAt: row.expires_at.toISOString(),
    isActive: row.expires_at > new Date(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}

function presentMaker(row: ApiKeyRow): ApiKeyMaker | null {
  if (row.maker_object_id === null) return null
  return {
    oid: row.maker_object_id,
    displayName: row.maker_display_name ?? '',
    email: row.maker_email ?? '',
    status: row.maker_status ?? 'removed',
  }
}
