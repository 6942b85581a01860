import { can } from '@plinth/contract/roles.ts'
import type { Action, Role } from '@plinth/contract/roles.ts'

/** A tab is shown to those who may do what it needs. */
const tabs = [
  { name: 'general', path: '', needs: 'view' },
  { name: 'api', path: '/api', needs: 'manageApiKeys' },
  { name: 'subscriptions', path: '/subscriptions', needs: 'view' },
  { name: 'storage', path: '/storage', needs: 'view' },
  { name: 'retention', path: '/retention', needs: 'manageRetention' },
  { name: 'trash', path: '/trash', needs: 'deleteVersions' },
  { name: 'webhooks', path: '/webhooks', needs: 'manageWebhooks' },
  { name: 'audit', path: '/audit', needs: 'viewAuditLog' },
] as const satisfies { name: string; path: string; needs: Action }[]

export type Tab = (typeof tabs)[number]['name']

export const tabsFor = (role: Role) => tabs.filter(({ needs }) => can(role, needs))

/** The tab of a path; General for unknown tabs and those the person may not see. */
export const tabOf = (name: string | undefined, role: Role): Tab =>
  tabsFor(role).find((tab) => tab.name === name)?.name ?? 'general'

/** Whether a tab has this path. `users` is a section of General. */
export const isAddressOf = (tab: Tab, path: string | undefined): boolean =>
  path === tab || (tab === 'general' && (path === undefined || path === 'users'))
