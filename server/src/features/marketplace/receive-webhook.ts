import { MarketplaceId } from '@plinth/contract/marketplace.ts'
import { isPlainText } from '@plinth/contract/text.ts'
import { z } from 'zod'

import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { Problem } from '../../http/problems.ts'
import type { Marketplace } from '../../marketplace/marketplace.ts'
import { needsDecision, settleOperation } from './settle-operation.ts'
import { insertOperation, isSettled } from './store.ts'
import type { ReceivedOperation } from './store.ts'

/** All that is read from a message; everything else is requested from the marketplace. */
const Message = z.object({
  id: z.coerce.string().trim().pipe(MarketplaceId),
  subscriptionId: z.string().trim().pipe(MarketplaceId),
  action: z.string().trim().min(1).max(100).refine(isPlainText),
})

export interface Received {
  status: 'applied' | 'accepted' | 'repeated'
  /** The caller runs it once the message has been answered. */
  afterAnswer?: () => Promise<void>
}

type WebhookServices = { db: Database; marketplace: Marketplace }

/**
 * A message is only a hint: operation and subscription are read from the marketplace. An operation that waits for our
 * decision is acknowledged first and decided afterwards; all others are applied before the answer.
 */
export function webhookReceiver(services: WebhookServices) {
  const { db } = services
  // Duplicates that arrive in the meantime wait for the first.
  const confirmOnce = oncePerKey<ReceivedOperation>()
  const settleOnce = oncePerKey<void>()

  return async (actor: Actor, payload: unknown): Promise<Received> => {
    const message = Message.safeParse(payload)
    if (!message.success) {
      throw new Problem('invalid_input', { detail: 'A webhook needs an id, a subscriptionId and an action.' })
    }
    if (await isSettled(db, message.data)) return { status: 'repeated' }
    const operation = await confirmOnce(JSON.stringify(message.data), async () => {
      const known = await confirmOperation(services, message.data)
      await insertOperation(db, known, payload)
      return known
    })
    const settle = () => settleOnce(operation.id, () => settleOperation(services, actor, operation))
    if (needsDecision(operation.action)) return { status: 'accepted', afterAnswer: settle }
    await settle()
    return { status: 'applied' }
  }
}

/** Concurrent calls with the same key share one run of the work. */
function oncePerKey<T>() {
  const running = new Map<string, Promise<T>>()
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const first = running.get(key)
    if (first) return first
    const outcome = work().finally(() => running.delete(key))
    running.set(key, outcome)
    return outcome
  }
}

/** Refuses a message unless the marketplace knows its operation, with the same subscription and action. */
async function confirmOperation(
  { marketplace }: WebhookServices,
  message: ReceivedOperation,
): Promise<ReceivedOperation> {
  const known = await marketplace.fulfillment.findOperation(message.subscriptionId, message.id)
  const agrees =
    known !== undefined &&
    known.id === message.id &&
    isSame(known.subscriptionId, message.subscriptionId) &&
    isSame(known.action, message.action)
  if (!agrees) {
    throw new Problem('bad_request', { detail: 'The marketplace knows no such operation.' })
  }
  return { ...message, subscriptionId: known.subscriptionId ?? message.subscriptionId }
}

const isSame = (known: string | undefined, received: string) =>
  known === undefined || known.toLowerCase() === received.toLowerCase()
