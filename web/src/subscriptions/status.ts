import type { Subscription } from '@plinth/contract/subscriptions.ts'

interface StatusLook {
  label: string
  color: 'gray' | 'green' | 'yellow' | 'red'
}

const looks = new Map<string, StatusLook>([
  ['PendingFulfillmentStart', { label: 'Inactive', color: 'gray' }],
  ['Subscribed', { label: 'Active', color: 'green' }],
  ['Suspended', { label: 'Suspended', color: 'yellow' }],
  ['Unsubscribed', { label: 'Cancelled', color: 'red' }],
])

/** How a status of the marketplace is shown; one it invents later is shown as unknown. */
export const lookOf = (status: string): StatusLook => looks.get(status) ?? { label: 'Unknown', color: 'gray' }

type Standing = Pick<Subscription, 'status'>

/** Why nothing can be published, if it is because of the subscriptions. An account without any was not bought. */
export function interruptionOf(subscriptions: Standing[]): 'suspended' | 'ended' | undefined {
  const has = (wanted: string) => subscriptions.some(({ status }) => status === wanted)
  if (subscriptions.length === 0 || has('Subscribed') || has('PendingFulfillmentStart')) return undefined
  return has('Suspended') ? 'suspended' : 'ended'
}
