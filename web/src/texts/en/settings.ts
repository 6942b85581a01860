export const settings = {
  title: 'Settings',
  description: (account: string) => `Members, API access, subscriptions and storage of ${account}`,
  tabs: {
    general: 'General',
    api: 'API Access',
    subscriptions: 'Subscriptions',
    webhooks: 'Webhooks',
    storage: 'Storage',
    retention: 'Retention',
    trash: 'Trash',
    audit: 'Audit log',
  },
}
