const tabs = [
  { name: 'general', path: '' },
  { name: 'api', path: '/api' },
  { name: 'subscriptions', path: '/subscriptions' },
  { name: 'audit', path: '/audit' },
] as const

export type Tab = (typeof tabs)[number]['name']

/** The audit log is for Owners; the server refuses it to everybody else. */
export const tabsFor = (isOwner: boolean) => tabs.filter(({ name }) => isOwner || name !== 'audit')

/** The tab an address means: General for one that is no tab, or none for this person. */
export const tabOf = (name: string | undefined, isOwner: boolean): Tab =>
  tabsFor(isOwner).find((tab) => tab.name === name)?.name ?? 'general'
