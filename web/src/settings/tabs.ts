const tabs = [
  { name: 'general', path: '' },
  { name: 'api', path: '/api' },
  { name: 'subscriptions', path: '/subscriptions' },
  { name: 'audit', path: '/audit' },
] as const

export type Tab = (typeof tabs)[number]['name']

/** The audit log is for Owners; the server refuses everybody else. */
export const tabsFor = (isOwner: boolean) => tabs.filter(({ name }) => isOwner || name !== 'audit')

/** The tab of an address; General if there is no such tab for this user. */
export const tabOf = (name: string | undefined, isOwner: boolean): Tab =>
  tabsFor(isOwner).find((tab) => tab.name === name)?.name ?? 'general'
