import type { ApiKey, ApiKeyCreator } from '@plinth/contract/api-keys.ts'

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

/** More titles would make the row too high. */
const maxTitles = 3

/** What the key may do besides reading everything. */
export function describeScope({ scope, storybooks }: Pick<ApiKey, 'scope' | 'storybooks'>): string {
  const { scopes, publishTo, andMore, noStorybookLeft } = texts.apiKeys
  if (scope !== 'publishChosen') return scopes[scope]
  if (storybooks.length === 0) return noStorybookLeft
  const titles = storybooks
    .slice(0, maxTitles)
    .map(({ title }) => title)
    .join(', ')
  const more = storybooks.length - maxTitles
  return publishTo(more > 0 ? andMore(titles, more) : titles)
}

export type FormerCreator = ApiKeyCreator & { status: 'disabled' | 'removed' }

const isFormer = (creator: ApiKeyCreator): creator is FormerCreator => creator.status !== 'active'

/** Object ids are unique within a tenant only. */
export const creatorId = ({ oid, microsoftTenantId }: ApiKeyCreator) => `${microsoftTenantId}/${oid}`

/** The names of keys whose creators have lost access, grouped by creator. */
export function keysOfFormerMembers(keys: ApiKey[]): { creator: FormerCreator; names: string[] }[] {
  const byCreator = new Map<string, { creator: FormerCreator; names: string[] }>()
  for (const { createdBy: creator, name } of keys) {
    if (!creator || !isFormer(creator)) continue
    const names = byCreator.get(creatorId(creator))?.names ?? []
    byCreator.set(creatorId(creator), { creator, names: [...names, name] })
  }
  return [...byCreator.values()]
}
