import type { ApiKey } from '@plinth/contract/api-keys.ts'

import { formatRelative } from '../shell/formats.ts'

const hour = 3_600_000

/** Why a key does not work any more, in a word; nothing while it does. */
export function describeEnd({ expiresAt, isActive }: ApiKey, now: number): string | undefined {
  if (Date.parse(expiresAt) <= now) return 'Expired'
  return isActive ? undefined : 'Inactive'
}

/** No more exact than it is known: the server keeps the hour, not the minute. */
export function describeUse({ lastUsedAt }: ApiKey, now: number): string {
  if (lastUsedAt === null) return 'Never'
  return now - Date.parse(lastUsedAt) < hour ? 'Within the last hour' : formatRelative(lastUsedAt, now)
}
