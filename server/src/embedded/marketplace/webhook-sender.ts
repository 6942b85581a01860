import type { Logger } from 'pino'

import type { Database } from '../../database/connect.ts'
import { endDelivery, findNextDue, insertDelivery, claimDueOperations } from './deliveries-store.ts'
import { decideOperation, decideOverdue, secondsToDecide } from './operations.ts'
import { presentWebhook } from './present.ts'
import { findSubscription } from './store.ts'
import type { OperationRow } from './store.ts'
import type { MarketplaceTokens } from './tokens.ts'

/** The real service tries 500 times over eight hours, which is too long for trying things out. */
const maxAttempts = 10
const timeoutMs = 10_000

export interface WebhookSender {
  /** Sends what is due now instead of waiting for the timer. */
  wake(): void
  close(): Promise<void>
}

interface WebhookSenderOptions {
  db: Database
  log: Logger
  tokens: MarketplaceTokens
  webhookUrl: string
}

/** Sends webhooks to the publisher until they are accepted, and decides operations that are overdue. */
export function startWebhookSender({ db, log, tokens, webhookUrl }: WebhookSenderOptions): WebhookSender {
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isDue = false

  const wake = () => {
    isDue = true
    clearTimeout(timer)
    running ??= run().finally(() => {
      running = undefined
    })
  }

  const run = async () => {
    while (isDue && !closing.signal.aborted) {
      isDue = false
      try {
        await decideOverdue(db)
        const due = await claimDueOperations(db)
        await Promise.all(due.map(deliver))
        if (due.length > 0) isDue = true
        else await sleepUntilDue()
      } catch (error) {
        if (!closing.signal.aborted)
          log.warn({ err: error }, 'the embedded marketplace could not send webhooks')
      }
    }
  }

  const sleepUntilDue = async () => {
    const due = await findNextDue(db, secondsToDecide)
    if (due === undefined || closing.signal.aborted) return
    timer = setTimeout(wake, Math.max(due, 20))
    timer.unref()
  }

  const deliver = async (operation: OperationRow) => {
    const subscription = await findSubscription(db, operation.subscription_id)
    if (!subscription) return
    const status = await post(presentWebhook(operation, subscription))
    if (closing.signal.aborted) return
    await insertDelivery(db, operation.id, status)
    const isAccepted = status !== undefined && status >= 200 && status < 300
    const isRefused = status !== undefined && status >= 400 && status < 500
    // A refused webhook refuses the change.
    if (isRefused && operation.status === 'InProgress') await decideOperation(db, operation, 'Failed')
    if (isAccepted || operation.attempts >= maxAttempts) await endDelivery(db, operation.id)
  }

  const post = async (body: unknown): Promise<number | undefined> => {
    try {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${await tokens.issueForWebhook()}`,
        },
        body: JSON.stringify(body),
      })
      await response.body?.cancel()
      return response.status
    } catch {
      return undefined
    }
  }

  return {
    wake,
    close: async () => {
      closing.abort()
      clearTimeout(timer)
      await running
    },
  }
}
