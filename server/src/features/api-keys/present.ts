import type { ApiKey, ApiKeyCreator } from '@plinth/contract/api-keys.ts'

import type { ApiKeyRow } from './store.ts'

export function presentApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    keyPreview: row.key_preview,
    createdAt: row.created_at.toISOString(),
    createdBy: presentCreator(row),
    expiresAt: row.expires_at.toISOString(),
    isActive: row.expires_at > new Date(),
    scope: row.scope,
    storybooks: row.storybooks,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}

function presentCreator(row: ApiKeyRow): ApiKeyCreator | null {
  if (row.creator_object_id === null) return null
  return {
    oid: row.creator_object_id,
    microsoftTenantId: row.creator_tenant_id ?? '',
    displayName: row.creator_display_name ?? '',
    email: row.creator_email ?? '',
    status: row.creator_status ?? 'removed',
  }
}
