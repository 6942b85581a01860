import type { ApiKey, ApiKeyCreator } from '@plinth/contract/api-keys.ts'
import { beforeAll, expect, it } from 'vitest'

import { loadFurtherTexts } from '../texts/texts.ts'
import { describeExpiry, describeLastUse, describeScope, keysOfFormerMembers } from './describe-key.ts'

beforeAll(loadFurtherTexts)

const now = Date.parse('2025-06-15T12:40:00Z')

const key = (facts: Partial<ApiKey>): ApiKey => ({
  id: 1,
  name: 'CI',
  keyPreview: 'plk_abcd…',
  createdAt: '2025-01-01T00:00:00Z',
  createdBy: null,
  expiresAt: '2026-01-01T00:00:00Z',
  isActive: true,
  scope: 'publishAll',
  storybooks: [],
  lastUsedAt: null,
  ...facts,
})

it('labels expired and inactive keys', () => {
  expect(describeExpiry(key({}), now)).toBeUndefined()
  expect(describeExpiry(key({ expiresAt: '2025-06-15T12:39:59Z' }), now)).toBe('Expired')
  expect(describeExpiry(key({ expiresAt: '2025-06-15T12:39:59Z', isActive: false }), now)).toBe('Expired')
  expect(describeExpiry(key({ isActive: false }), now)).toBe('Inactive')
})

it('shows the last use to the hour', () => {
  expect(describeLastUse(key({}), now)).toBe('Never')
  expect(describeLastUse(key({ lastUsedAt: '2025-06-15T12:00:00Z' }), now)).toBe('Within the last hour')
  expect(describeLastUse(key({ lastUsedAt: '2025-06-15T10:00:00Z' }), now)).toBe('2 hours ago')
  expect(describeLastUse(key({ lastUsedAt: '2025-06-12T10:00:00Z' }), now)).toBe('3 days ago')
})

const creator = (oid: string, status: ApiKeyCreator['status']): ApiKeyCreator => ({
  oid,
  microsoftTenantId: 'contoso',
  displayName: oid,
  email: `${oid}@contoso.example`,
  status,
})

it('groups the keys of former members by creator', () => {
  const keys = [
    key({ name: 'One', createdBy: creator('ada', 'removed') }),
    key({ name: 'Two', createdBy: creator('ben', 'active') }),
    key({ name: 'Three', createdBy: creator('cleo', 'disabled') }),
    key({ name: 'Four', createdBy: creator('ada', 'removed') }),
    key({ name: 'Five' }),
  ]
  expect(keysOfFormerMembers(keys)).toEqual([
    { creator: creator('ada', 'removed'), names: ['One', 'Four'] },
    { creator: creator('cleo', 'disabled'), names: ['Three'] },
  ])
})

it('describes what a key may do', () => {
  const storybooks = ['A', 'B', 'C', 'D'].map((title) => ({ publicId: title, title }))
  const chosen = (count: number) =>
    describeScope({ scope: 'publishChosen', storybooks: storybooks.slice(0, count) })
  expect(describeScope({ scope: 'publishAll', storybooks: [] })).toBe('Publish to all storybooks')
  expect(chosen(2)).toBe('Publish to A, B')
  expect(chosen(4)).toBe('Publish to A, B, C and 1 more')
  expect(chosen(0)).toBe('Only read: its storybooks are deleted')
})
