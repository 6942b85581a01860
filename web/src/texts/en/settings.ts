export const settings = {
  title: 'Settings',
  description: (account: string) => `Members, API access and subscriptions of ${account}`,
  tabs: {
    general: 'General',
    api: 'API Access',
    subscriptions: 'Subscriptions',
    webhooks: 'Webhooks',
    audit: 'Audit log',
  },
}
