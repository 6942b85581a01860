import type { Subscription } from '@plinth/contract/subscriptions.ts'

import { texts } from '../texts/texts.ts'
import type { Texts } from '../texts/texts.ts'

interface StatusLook {
  word: keyof Texts['subscriptions']['statuses']
  color: 'gray' | 'green' | 'yellow' | 'red'
}

const looks = new Map<string, StatusLook>([
  ['PendingFulfillmentStart', { word: 'inactive', color: 'gray' }],
  ['Subscribed', { word: 'active', color: 'green' }],
  ['Suspended', { word: 'suspended', color: 'yellow' }],
  ['Unsubscribed', { word: 'cancelled', color: 'red' }],
])

/** How a status of the marketplace is shown; one it invents later is shown as unknown. */
export function statusAppearance(status: string): { label: string; color: StatusLook['color'] } {
  const { word, color } = looks.get(status) ?? { word: 'unknown', color: 'gray' }
  return { label: texts.subscriptions.statuses[word], color }
}

type Standing = Pick<Subscription, 'status'>

/** Why nothing can be published, if it is because of the subscriptions. An account without any was not bought. */
export function publishingBlock(subscriptions: Standing[]): 'suspended' | 'ended' | undefined {
  const has = (wanted: string) => subscriptions.some(({ status }) => status === wanted)
  if (subscriptions.length === 0 || has('Subscribed') || has('PendingFulfillmentStart')) return undefined
  return has('Suspended') ? 'suspended' : 'ended'
}
