import { MarketplaceId } from '@plinth/contract/marketplace.ts'
import { isPlainText } from '@plinth/contract/text.ts'
import { z } from 'zod'

import type { Database } from '../../database/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { Problem } from '../../http/problems.ts'
import type { Marketplace } from '../../marketplace/marketplace.ts'
import { isAwaited, settleOperation } from './settle-operation.ts'
import { insertOperation, isSettled } from './store.ts'
import type { ReceivedOperation } from './store.ts'

/** All that is asked of a message; the rest is asked of the marketplace. */
const Message = z.object({
  id: z.coerce.string().trim().pipe(MarketplaceId),
  subscriptionId: z.string().trim().pipe(MarketplaceId),
  action: z.string().trim().min(1).max(100).refine(isPlainText),
})

export interface Received {
  status: 'applied' | 'accepted' | 'repeated'
  /** To be done once the message is answered. */
  afterwards?: () => Promise<void>
}

type WebhookServices = { db: Database; marketplace: Marketplace }

/**
 * A message is a hint: the marketplace is asked whether there is such an operation, and what is so now. One that
 * waits for our decision is answered first and decided afterwards, the others have their effect before the answer.
 */
export function webhookReceiver(services: WebhookServices) {
  const { db } = services
  // Repetitions that arrive meanwhile wait for the first instead of doing the same beside it.
  const confirmOnce = oncePerKey<ReceivedOperation>()
  const settleOnce = oncePerKey<void>()

  return async (actor: Actor, payload: unknown): Promise<Received> => {
    const message = Message.safeParse(payload)
    if (!message.success) {
      throw new Problem('invalid_input', { detail: 'A webhook names its id, subscriptionId and action.' })
    }
    if (await isSettled(db, message.data)) return { status: 'repeated' }
    const operation = await confirmOnce(JSON.stringify(message.data), async () => {
      const known = await confirmed(services, message.data)
      await insertOperation(db, known, payload)
      return known
    })
    const settle = () => settleOnce(operation.id, () => settleOperation(services, actor, operation))
    if (isAwaited(operation.action)) return { status: 'accepted', afterwards: settle }
    await settle()
    return { status: 'applied' }
  }
}

/** Whoever asks for work that is under way gets its outcome. */
function oncePerKey<T>() {
  const underWay = new Map<string, Promise<T>>()
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const first = underWay.get(key)
    if (first) return first
    const outcome = work().finally(() => underWay.delete(key))
    underWay.set(key, outcome)
    return outcome
  }
}

/** The operation as the marketplace itself knows it; whoever names another subscription or action is refused. */
async function confirmed(
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

const isSame = (known: string | undefined, told: string) =>
  known === undefined || known.toLowerCase() === told.toLowerCase()
