import type { Account } from '@plinth/contract/accounts.ts'
import type { AdministeredAccount } from '@plinth/contract/administration.ts'
import type { Config } from '@plinth/contract/config.ts'
import type { Member } from '@plinth/contract/members.ts'
import type { ListedStorybook } from '@plinth/contract/storybooks.ts'
import type { Version } from '@plinth/contract/versions.ts'

import type { Session } from '../sign-in/session.ts'

const hour = 3_600_000
/** Relative to now, so that relative times read the same on any day. */
export const hoursAgo = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
export const inDays = (days: number) => hoursAgo(-24 * days)

const tenantId = '6c1b8d4e-3f27-4a65-9d0c-2b7e51f0a934'
const oid = '0f6f5a52-8a0e-4e5b-9a3b-6f1f6f1c2d10'

export const contoso: Account = {
  publicId: 'q7v2m9x4',
  name: 'Contoso',
  microsoftTenantId: tenantId,
  role: 'Owner',
  isSystemOwner: true,
  allowsShareLinks: true,
  viewersMayCompose: false,
}
export const asViewer: Account = { ...contoso, role: 'Viewer', isSystemOwner: false }
export const fabrikam: Account = {
  ...contoso,
  publicId: 'b3n8k1w6',
  name: 'Fabrikam',
  role: 'User',
  isSystemOwner: false,
}

export const administeredContoso: AdministeredAccount = {
  ...contoso,
  createdAt: hoursAgo(24 * 200),
  userCount: 214,
  storybookCount: 12,
  storageBytes: 8_400_000_000,
  trashBytes: 1_200_000_000,
  storageLimitBytes: 50e9,
  hasOwnStorageLimit: false,
  hasOwner: true,
  invitedOwner: null,
}

export const session: Session = {
  person: { name: 'Olivia Owner', email: 'owner@contoso.example', oid, tenantId },
  token: async () => 'a token',
  tokenFor: async () => 'a token',
  switchAccount: async () => {},
  logout: async () => {},
}

export const config: Config = {
  clientId: 'plinth-portal',
  roleName: 'Portal.Access',
  productName: 'Plinth',
  supportEmail: 'support@plinth.example',
  identity: {
    authority: 'https://login.example',
    knownAuthorities: [],
    protocolMode: 'OIDC',
    apiScope: 'api://plinth-portal/Portal.Access',
    graphBaseUrl: 'https://graph.example',
  },
  marketplaceUrl: 'https://marketplace.example/plinth',
  composeUrl: 'https://compose.viewers.example',
  limits: { uploadBytes: 512 * 1024 * 1024, uploadFiles: 50_000, accountStorageBytes: 50e9 },
}

export const designSystem: ListedStorybook = {
  publicId: 'h5t9c2r7',
  title: 'Design System',
  description: 'Buttons, forms, navigation and everything else our products are made of.',
  folder: null,
  mainBranch: null,
  requiresReview: false,
  lastUpdated: hoursAgo(2),
  versionCount: 12,
  icon: null,
  latest: {
    versionPublicId: 'z8y4p1d6',
    createdAt: hoursAgo(2),
    branch: 'main',
    commit: '3f2c1a9e5b7d4c6f8a0b2d4e6f8091a2b3c4d5e6',
    kind: 'storybook',
    storyCount: 214,
    componentCount: 58,
    storybookVersion: '10.6.7',
    framework: 'react-vite',
  },
  mainComponents: ['Button', 'DatePicker', 'Dialog', 'Table', 'TextField'],
  isFavourite: false,
  viewedAt: null,
  newVersions: null,
  newChanges: null,
}
export const iconBytes = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#e8590c" d="M16 2 30 30H2z"/></svg>',
)
export const iconOfDesignSystem: NonNullable<ListedStorybook['icon']> = {
  hash: '3f'.repeat(32),
  mediaType: 'image/svg+xml',
  source: 'upload',
}

export const icons: ListedStorybook = {
  ...designSystem,
  publicId: 'w1f6j3s8',
  title: 'Icons',
  mainComponents: [],
  description: null,
  lastUpdated: null,
  versionCount: 0,
  latest: null,
}
export const handbook: ListedStorybook = {
  ...designSystem,
  publicId: 'n4g7b2l9',
  title: 'Brand handbook',
  mainComponents: [],
  description: 'Colours, typefaces and the tone we write in.',
  lastUpdated: hoursAgo(80),
  versionCount: 3,
  latest: {
    versionPublicId: 'x2',
    createdAt: hoursAgo(50),
    branch: null,
    commit: null,
    kind: 'site',
    storyCount: null,
    componentCount: null,
    storybookVersion: null,
    framework: null,
  },
}

export const version: Version = {
  publicId: 'z8y4p1d6',
  createdAt: hoursAgo(2),
  message: 'Buttons keep their width while they load',
  createdBy: 'Design System pipeline',
  size: 43_500_000,
  fileCount: 3_400,
  branch: 'main',
  commit: '3f2c1a9e5b7d4c6f8a0b2d4e6f8091a2b3c4d5e6',
  commitUrl: 'https://git.example/acme/ui/commit/3f2c1a9e5b7d4c6f8a0b2d4e6f8091a2b3c4d5e6',
  buildUrl: 'https://git.example/acme/ui/actions/runs/812',
  release: null,
  isPinned: false,
  kind: 'storybook',
  storyCount: 214,
  componentCount: 58,
  storybookVersion: '10.6.7',
  framework: 'react-vite',
  contents: 'ready',
  targetBranch: null,
  baseline: { version: 'm3r8t5v2', branch: 'main', reason: 'previous-of-branch' },
  changes: {
    since: 'm3r8t5v2',
    added: 3,
    removed: 1,
    renamed: 0,
    changed: 12,
    unknown: 0,
    isPreviewChanged: true,
    isComplete: true,
  },
  isComparing: false,
}
export const versions: Version[] = [
  version,
  {
    ...version,
    publicId: 'm3r8t5v2',
    createdAt: hoursAgo(30),
    message: null,
    createdBy: 'Dana Designer',
    branch: null,
    commit: null,
    buildUrl: null,
    storyCount: 209,
    changes: {
      since: 'c6k1x9q4',
      added: 0,
      removed: 0,
      renamed: 0,
      changed: 0,
      unknown: 0,
      isPreviewChanged: false,
      isComplete: true,
    },
  },
  {
    ...version,
    publicId: 'c6k1x9q4',
    createdAt: hoursAgo(24 * 9),
    message:
      'Menus close with Escape, and so do the date pickers in them. The old colour names still work and warn in the console; they go with the next major version.',
    branch: 'feature/keyboard',
    buildUrl: null,
    storyCount: 1_204,
    contents: 'reading',
    changes: null,
  },
]

export const owner: Member = {
  oid,
  displayName: 'Olivia Owner',
  email: 'owner@contoso.example',
  microsoftTenantId: tenantId,
  lastLogin: hoursAgo(0.2),
  role: 'Owner',
  status: 'active',
}
export const designer: Member = {
  ...owner,
  oid: '5f8b2f0e-1b9a-4ed5-8d07-0c35f0b5a201',
  displayName: 'Dana Designer',
  email: 'designer@contoso.example',
  lastLogin: null,
  role: 'User',
}
export const formerMember: Member = {
  ...designer,
  oid: '9a3d6c41-77be-4c1f-b2a5-5e0d4f8c7b12',
  displayName: 'Marcus Member',
  email: 'member@contoso.example',
  lastLogin: hoursAgo(24 * 40),
  status: 'disabled',
}
