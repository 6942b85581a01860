import { testEvent, webhookEvents } from '@plinth/contract/webhooks.ts'
import type { WebhookDelivery } from '@plinth/contract/webhooks.ts'

import { locale } from '../texts/locale.ts'
import { texts } from '../texts/texts.ts'

const known = (words: Record<string, string>, word: string) =>
  Object.hasOwn(words, word) ? words[word] : undefined

/** "Version published" for `version.published`; the name itself for events that only a newer server knows. */
export function describeEvent(event: string): string {
  if (event === testEvent) return texts.webhooks.testEvent
  return known(texts.webhooks.events, event) ?? event
}

/** Their names, or "All". */
export const describeEvents = (events: string[]): string =>
  events.length === webhookEvents.length ? texts.webhooks.allEvents : events.map(describeEvent).join(', ')

/** Why the last attempt failed. */
export function describeFailure({ status, failure }: WebhookDelivery): string {
  const { withStatus, failures } = texts.webhooks.deliveries
  if (failure === null) return ''
  if (failure === 'status' && status !== null) return withStatus(status)
  return failures[failure]
}

/** "85 ms", "1.2 sec". */
export function formatMilliseconds(duration: number): string {
  const [value, unit] = duration < 1000 ? [duration, 'millisecond'] : [duration / 1000, 'second']
  return new Intl.NumberFormat(locale.language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value)
}
