import type { ApiKey, ApiKeyMaker } from '@plinth/contract/api-keys.ts'

import { formatRelative } from '../shell/formats.ts'
import { texts } from '../texts/texts.ts'

const hour = 3_600_000

/** "Expired" or "Inactive"; undefined while the key works. */
export function describeExpiry({ expiresAt, isActive }: ApiKey, now: number): string | undefined {
  if (Date.parse(expiresAt) <= now) return texts.apiKeys.expired
  return isActive ? undefined : texts.apiKeys.inactive
}

/** The server stores the last use only to the hour. */
export function describeLastUse({ lastUsedAt }: ApiKey, now: number): string {
  if (lastUsedAt === null) return texts.apiKeys.neverUsed
  return now - Date.parse(lastUsedAt) < hour ? texts.apiKeys.usedRecently : formatRelative(lastUsedAt, now)
}

export type FormerMaker = ApiKeyMaker & { status: 'disabled' | 'removed' }

const isFormer = (maker: ApiKeyMaker): maker is FormerMaker => maker.status !== 'active'

/** The names of keys whose creators have lost access, grouped by creator. */
export function keysOfFormerMembers(keys: ApiKey[]): { maker: FormerMaker; names: string[] }[] {
  const byMaker = new Map<string, { maker: FormerMaker; names: string[] }>()
  for (const { createdBy: maker, name } of keys) {
    if (!maker || !isFormer(maker)) continue
    const names = byMaker.get(maker.oid)?.names ?? []
    byMaker.set(maker.oid, { maker, names: [...names, name] })
  }
  return [...byMaker.values()]
}
