import { isPaidFor } from '@plinth/contract/subscriptions.ts'
import type { Subscription } from '@plinth/contract/subscriptions.ts'

import { texts } from '../texts/texts.ts'
import type { Texts } from '../texts/texts.ts'

interface StatusAppearance {
  textKey: keyof Texts['subscriptions']['statuses']
  color: 'gray' | 'green' | 'yellow' | 'red'
}

const appearances = new Map<string, StatusAppearance>([
  ['PendingFulfillmentStart', { textKey: 'inactive', color: 'gray' }],
  ['Subscribed', { textKey: 'active', color: 'green' }],
  ['Suspended', { textKey: 'suspended', color: 'yellow' }],
  ['Unsubscribed', { textKey: 'cancelled', color: 'red' }],
])

/** The label and colour of a marketplace status; a status not known here is shown as unknown. */
export function statusAppearance(status: string): { label: string; color: StatusAppearance['color'] } {
  const { textKey, color } = appearances.get(status) ?? { textKey: 'unknown', color: 'gray' }
  return { label: texts.subscriptions.statuses[textKey], color }
}

type WithStatus = Pick<Subscription, 'status'>

/** Why the subscriptions do not allow publishing, if they do not. */
export function publishingBlock(subscriptions: WithStatus[]): 'suspended' | 'ended' | undefined {
  if (isPaidFor(subscriptions)) return undefined
  return subscriptions.some(({ status }) => status === 'Suspended') ? 'suspended' : 'ended'
}
