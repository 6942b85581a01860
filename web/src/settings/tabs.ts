import { can } from '@plinth/contract/roles.ts'
import type { Role } from '@plinth/contract/roles.ts'

const tabs = [
  { name: 'general', path: '' },
  { name: 'api', path: '/api' },
  { name: 'subscriptions', path: '/subscriptions' },
  { name: 'audit', path: '/audit' },
] as const

export type Tab = (typeof tabs)[number]['name']

/** Only the audit log is not for everybody. */
export const tabsFor = (role: Role) =>
  tabs.filter(({ name }) => name !== 'audit' || can(role, 'viewAuditLog'))

/** The tab of a path; General for unknown tabs and those the person may not see. */
export const tabOf = (name: string | undefined, role: Role): Tab =>
  tabsFor(role).find((tab) => tab.name === name)?.name ?? 'general'
