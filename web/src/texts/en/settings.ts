export const settings = {
  title: 'Settings',
  description: (account: string) => `Who belongs to ${account}, and how its builds get in`,
  tabs: {
    general: 'General',
    api: 'API Access',
    subscriptions: 'Subscriptions',
    audit: 'Audit log',
  },
}
