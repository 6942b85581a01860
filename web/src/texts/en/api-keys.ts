import type { ReactNode } from 'react'

import { pluralsOf } from '../numbers.ts'
import { sentence } from '../sentence.ts'

const plural = pluralsOf('en')

export const apiKeys = {
  title: 'API Keys',
  description: 'For build servers and coding agents. A key can only publish and read in this account.',
  empty: 'You currently have no API keys. Click the button above to create one.',
  table: 'API keys',
  columns: {
    name: 'Name',
    created: 'Created',
    createdBy: 'Created by',
    preview: 'Key Preview',
    scope: 'Scope',
    expires: 'Expires',
    lastUsed: 'Last used',
    agentCalls: 'Agent calls, 30 days',
  },
  expired: 'Expired',
  inactive: 'Inactive',
  creatorStatus: { disabled: 'Access disabled', removed: 'No longer a member' },
  scopes: {
    publishAll: 'Publish to all storybooks',
    publishChosen: 'Publish to chosen storybooks',
    read: 'Only read',
  },
  publishTo: (titles: string) => `Publish to ${titles}`,
  andMore: (titles: string, more: number) =>
    `${titles} and ${plural(more, { one: '# more', other: '# more' })}`,
  noStorybookLeft: 'Only read: its storybooks are deleted',
  neverUsed: 'Never',
  usedRecently: 'Within the last hour',

  creation: {
    title: 'Create API Key',
    action: 'Create API Key',
    failed: 'Failed to create API key',
    name: 'Name',
    nameDescription: 'Where the key is used, so that you know what stops working when you delete it.',
    namePlaceholder: 'GitHub Actions, design-system',
    nameMissing: 'Name is required',
    scope: 'What it may do',
    scopeDescription: 'Every key can also read all storybooks of the account.',
    storybooks: 'Storybooks',
    storybooksMissing: 'Choose at least one storybook',
    storybooksPlaceholder: 'Choose storybooks',
    storybooksUnknown: 'No storybook has this title',
    ready: (name: ReactNode, header: ReactNode) =>
      sentence`${name} is ready. Send it in the ${header} header.`,
    key: 'API key',
    copy: 'Copy Key',
    note: 'Copy the key now and store it with your other secrets. It will not be shown again.',
    saved: 'I have saved the key',
  },
  deletion: {
    tooltip: 'Delete API key',
    one: (name: string) => `Delete API key ${name}`,
    action: 'Delete API Key',
    failed: 'Failed to delete API key',
    question: (name: ReactNode, preview: ReactNode) =>
      sentence`Are you sure you want to delete ${name} (${preview})? Builds that still use this key can no longer publish. This action cannot be undone.`,
  },
  formerMember: {
    title: { disabled: 'API keys of a disabled member', removed: 'API keys of a former member' },
    text: {
      disabled: (name: ReactNode, keys: ReactNode) =>
        sentence`The access of ${name} is disabled, but the keys they created still work: ${keys}`,
      removed: (name: ReactNode, keys: ReactNode) =>
        sentence`${name} is no longer a member, but the keys they created still work: ${keys}`,
    },
    action: 'Delete Their API Keys',
    failed: 'Failed to delete API keys',
    question: (name: ReactNode, keys: ReactNode) =>
      sentence`Are you sure you want to delete all API keys created by ${name}: ${keys}? Builds that still use them can no longer publish. This action cannot be undone.`,
  },
}
