import { can } from '@plinth/contract/roles.ts'
import type { Action, Role } from '@plinth/contract/roles.ts'

/** A tab is shown to those who may take its action. */
const tabs = [
  { name: 'general', path: '', action: 'view' },
  { name: 'api', path: '/api', action: 'manageApiKeys' },
  { name: 'subscriptions', path: '/subscriptions', action: 'view' },
  { name: 'storage', path: '/storage', action: 'view' },
  { name: 'retention', path: '/retention', action: 'manageRetention' },
  { name: 'trash', path: '/trash', action: 'deleteVersions' },
  { name: 'webhooks', path: '/webhooks', action: 'manageWebhooks' },
  { name: 'audit', path: '/audit', action: 'viewAuditLog' },
] as const satisfies { name: string; path: string; action: Action }[]

export type Tab = (typeof tabs)[number]['name']

export const tabsFor = (role: Role) => tabs.filter(({ action }) => can(role, action))

/** The tab of a path; General for unknown tabs and those the person may not see. */
export const tabOf = (name: string | undefined, role: Role): Tab =>
  tabsFor(role).find((tab) => tab.name === name)?.name ?? 'general'
