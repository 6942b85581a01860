import type { ApiKey, ApiKeyCreator } from '@plinth/contract/api-keys.ts'
import type { AuditEntry } from '@plinth/contract/audit.ts'
import type { Invitation } from '@plinth/contract/invitations.ts'
import type { AgentCalls } from '@plinth/contract/mcp.ts'
import type { Member } from '@plinth/contract/members.ts'
import type { Retention, RetentionPreview } from '@plinth/contract/retention.ts'
import type { Subscription } from '@plinth/contract/subscriptions.ts'
import type { DeletedStorybook, DeletedVersion } from '@plinth/contract/trash.ts'

import { contoso, designer, designSystem, formerMember, hoursAgo, icons, inDays, owner } from './examples.ts'

const creator = ({ oid, microsoftTenantId, displayName, email }: Member): ApiKeyCreator => ({
  oid,
  microsoftTenantId,
  displayName,
  email,
  status: 'active',
})

const newestKey: ApiKey = {
  id: 3,
  name: 'GitHub Actions, design-system',
  keyPreview: 'plk_7Hq2…',
  createdAt: hoursAgo(24 * 6),
  createdBy: creator(owner),
  expiresAt: inDays(359),
  isActive: true,
  scope: 'publishChosen',
  storybooks: [designSystem, icons].map(({ publicId, title }) => ({ publicId, title })),
  lastUsedAt: hoursAgo(0.4),
}
const laptopKey: ApiKey = {
  id: 2,
  name: 'My laptop',
  keyPreview: 'plk_Zw9x…',
  createdAt: hoursAgo(24 * 90),
  createdBy: creator(designer),
  expiresAt: inDays(275),
  isActive: true,
  scope: 'read',
  storybooks: [],
  lastUsedAt: null,
}
const oldKey: ApiKey = {
  id: 1,
  name: 'Old build server',
  keyPreview: 'plk_a1B2…',
  createdAt: hoursAgo(24 * 400),
  createdBy: null,
  expiresAt: inDays(-35),
  isActive: false,
  scope: 'publishAll',
  storybooks: [],
  lastUsedAt: hoursAgo(24 * 36),
}
export const apiKeys: ApiKey[] = [newestKey, laptopKey, oldKey]

/** The newest key is used by agents. */
export const agentCalls: AgentCalls[] = [
  {
    apiKeyId: newestKey.id,
    name: newestKey.name,
    person: null,
    days: [
      { day: hoursAgo(20).slice(0, 10), calls: 204 },
      { day: hoursAgo(70).slice(0, 10), calls: 1000 },
    ],
  },
  {
    apiKeyId: null,
    name: 'Assistant (assistant.example)',
    person: 'Dana Designer',
    days: [{ day: hoursAgo(20).slice(0, 10), calls: 12 }],
  },
]

/** The creator of two keys has left. */
const formerCreator: ApiKeyCreator = { ...creator(formerMember), status: 'removed' }
export const keysOfFormerMember: ApiKey[] = [
  newestKey,
  { ...laptopKey, createdBy: formerCreator },
  { ...oldKey, createdBy: formerCreator },
]

const invitation: Invitation = {
  id: 4,
  email: 'nina@newcomer.example',
  displayName: 'Nina Newcomer',
  role: 'User',
  invitationCode: 'Vx3k9Q…',
  isUsed: false,
  createdAt: hoursAgo(20),
  expiresAt: inDays(6),
  usedByEmail: null,
}
export const invitations: Invitation[] = [
  invitation,
  {
    ...invitation,
    id: 3,
    email: 'designer@contoso.example',
    displayName: 'Dana Designer',
    isUsed: true,
    usedByEmail: 'designer@contoso.example',
  },
  {
    ...invitation,
    id: 2,
    email: 'carla@fabrikam.example',
    displayName: 'Carla Consultant',
    role: 'Viewer',
    isUsed: true,
    usedByEmail: 'consultant@fabrikam.example',
  },
  {
    ...invitation,
    id: 1,
    email: 'gone@contoso.example',
    displayName: 'gone@contoso.example',
    createdAt: hoursAgo(24 * 12),
    expiresAt: inDays(-5),
  },
]

const subscription: Subscription = {
  subscriptionName: 'Contoso production',
  status: 'Subscribed',
  planId: 'team',
  quantity: 25,
  createdOn: hoursAgo(24 * 200),
  lastUpdatedOn: hoursAgo(24 * 3),
  externalId: 'e1',
}
export const subscriptions: Subscription[] = [
  subscription,
  {
    ...subscription,
    subscriptionName: 'Contoso trial',
    status: 'Unsubscribed',
    quantity: 5,
    externalId: 'e2',
  },
  {
    ...subscription,
    subscriptionName: 'Contoso labs',
    status: 'Suspended',
    quantity: null,
    externalId: 'e3',
  },
  {
    ...subscription,
    subscriptionName: 'Contoso Japan',
    status: 'PendingFulfillmentStart',
    externalId: 'e4',
  },
  { ...subscription, subscriptionName: 'Contoso archive', status: 'SomethingNew', externalId: 'e5' },
]
export const suspended: Subscription[] = [{ ...subscription, status: 'Suspended' }]
export const ended: Subscription[] = [{ ...subscription, status: 'Unsubscribed' }]

const entry: AuditEntry = {
  id: 9,
  at: hoursAgo(1),
  action: 'version.published',
  subject: 'Design System, version z8y4p1d6',
  actorKind: 'apiKey',
  actor: 'GitHub Actions, design-system',
  address: '203.0.113.7',
  accountPublicId: contoso.publicId,
  accountName: contoso.name,
  storybook: null,
  version: null,
  isViewable: false,
}

const published: Partial<AuditEntry> = {
  storybook: { publicId: 'design', title: 'Design System' },
  version: {
    publicId: 'z8y4p1d6',
    branch: 'feature/lists',
    message: 'Tables become lists on small screens',
  },
}
export const auditEntries: AuditEntry[] = [
  { ...entry, ...published, isViewable: true },
  {
    ...entry,
    ...published,
    id: 10,
    action: 'version.purged',
    actorKind: 'user',
    actor: 'Olivia Owner (olivia@contoso.example)',
  },
  {
    ...entry,
    id: 8,
    at: hoursAgo(5),
    action: 'member.changed',
    subject: 'Dana Designer',
    actorKind: 'user',
    actor: 'Olivia Owner',
  },
  {
    ...entry,
    id: 7,
    at: hoursAgo(26),
    action: 'subscription.changed',
    subject: 'Contoso production: 25 seats',
    actorKind: 'marketplace',
    actor: 'Marketplace',
    address: null,
  },
  {
    ...entry,
    id: 6,
    at: hoursAgo(50),
    action: 'account.created',
    subject: 'Contoso',
    actorKind: 'system',
    actor: 'Setup',
    address: null,
  },
]

export const retention: Retention = {
  rule: { keepNewest: 5, inactiveDays: 30 },
  exceptions: [
    {
      storybookPublicId: 'checkout',
      storybookTitle: 'Checkout',
      rule: { keepNewest: 50, inactiveDays: null },
    },
    { storybookPublicId: 'brand', storybookTitle: 'Brand guidelines', rule: null },
  ],
}

const goingVersion: RetentionPreview['newestVersions'][number] = {
  publicId: 'z8y4p1d6',
  storybookPublicId: 'design',
  storybookTitle: 'Design System',
  createdAt: hoursAgo(24 * 34),
  message: 'Tables become lists on small screens',
  branch: 'feature/tables',
  size: 24_300_000,
}
export const retentionPreview: RetentionPreview = {
  versions: 132,
  bytes: 3_100_000_000,
  branches: 14,
  storybooks: [
    { publicId: 'design', title: 'Design System', branches: 12, versions: 120, bytes: 2_900_000_000 },
    { publicId: 'brand', title: 'Brand guidelines', branches: 2, versions: 12, bytes: 200_000_000 },
  ],
  largestBranches: [
    {
      storybookPublicId: 'design',
      storybookTitle: 'Design System',
      name: 'feature/tables',
      versions: 41,
      bytes: 990_000_000,
    },
    {
      storybookPublicId: 'brand',
      storybookTitle: 'Brand guidelines',
      name: null,
      versions: 10,
      bytes: 180_000_000,
    },
  ],
  newestVersions: [
    goingVersion,
    { ...goingVersion, publicId: 'k3j5h2g9', message: null, branch: null, createdAt: hoursAgo(24 * 60) },
  ],
}

const deletedVersion: DeletedVersion = {
  kind: 'version',
  publicId: 'z8y4p1d6',
  storybookPublicId: 'design',
  storybookTitle: 'Design System',
  createdAt: hoursAgo(24 * 34),
  message: 'Tables become lists on small screens',
  branch: 'feature/tables',
  release: null,
  rule: { keepNewest: 5, inactiveDays: 30 },
  deletedAt: hoursAgo(3),
  keptUntil: inDays(7),
  deletedBy: null,
  bytes: 24_300_000,
}
export const trash: { items: (DeletedVersion | DeletedStorybook)[]; total: number; bytes: number } = {
  items: [
    deletedVersion,
    {
      ...deletedVersion,
      publicId: 'k3j5h2g9',
      message: null,
      branch: null,
      release: 'v2.3.0',
      rule: null,
      deletedBy: 'Olivia Owner (owner@contoso.example)',
      deletedAt: hoursAgo(24 * 2),
      keptUntil: inDays(5),
    },
    {
      kind: 'storybook',
      publicId: 'prototype',
      title: 'Prototype of the new checkout',
      versionCount: 31,
      deletedAt: hoursAgo(24 * 6),
      keptUntil: inDays(1),
      deletedBy: 'Dana Designer (designer@contoso.example)',
      bytes: 512_000_000,
    },
  ],
  total: 3,
  bytes: 560_600_000,
}
