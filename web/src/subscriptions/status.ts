import type { Subscription } from '@plinth/contract/subscriptions.ts'

import { texts } from '../texts/texts.ts'
import type { Texts } from '../texts/texts.ts'

interface StatusAppearance {
  label: keyof Texts['subscriptions']['statuses']
  color: 'gray' | 'green' | 'yellow' | 'red'
}

const appearances = new Map<string, StatusAppearance>([
  ['PendingFulfillmentStart', { label: 'inactive', color: 'gray' }],
  ['Subscribed', { label: 'active', color: 'green' }],
  ['Suspended', { label: 'suspended', color: 'yellow' }],
  ['Unsubscribed', { label: 'cancelled', color: 'red' }],
])

/** The label and colour of a marketplace status; a status not known here is shown as unknown. */
export function statusAppearance(status: string): { label: string; color: StatusAppearance['color'] } {
  const { label, color } = appearances.get(status) ?? { label: 'unknown', color: 'gray' }
  return { label: texts.subscriptions.statuses[label], color }
}

type WithStatus = Pick<Subscription, 'status'>

/** Why the subscriptions do not allow publishing. An account without subscriptions was not bought, and may publish. */
export function publishingBlock(subscriptions: WithStatus[]): 'suspended' | 'ended' | undefined {
  const has = (wanted: string) => subscriptions.some(({ status }) => status === wanted)
  if (subscriptions.length === 0 || has('Subscribed') || has('PendingFulfillmentStart')) return undefined
  return has('Suspended') ? 'suspended' : 'ended'
}
