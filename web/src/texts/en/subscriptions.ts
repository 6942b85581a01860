export const subscriptions = {
  title: 'Subscriptions',
  description: 'What was bought for this account. Plans and seats are changed in the marketplace.',
  loading: 'Loading subscriptions...',
  empty: 'No active subscriptions found.',
  fetchFailed: 'Failed to fetch subscriptions',
  columns: {
    name: 'Name',
    status: 'Status',
    plan: 'Plan',
    quantity: 'Quantity',
    created: 'Created',
    lastUpdated: 'Last Updated',
  },
  statuses: {
    inactive: 'Inactive',
    active: 'Active',
    suspended: 'Suspended',
    cancelled: 'Cancelled',
    unknown: 'Unknown',
  },
  banner: {
    suspended: 'The subscription of this account is suspended',
    ended: 'The subscription of this account has ended',
    text: 'Uploads are refused until there is an active subscription. Viewing goes on, and nothing is deleted.',
    show: 'Show subscriptions',
  },
}
