import type { Logger } from 'pino'

import type { Database } from '../../database/connect.ts'
import { endDelivery, findNextDue, insertDelivery, takeDueOperations } from './deliveries-store.ts'
import { presentWebhook } from './present.ts'
import { decideOperation, decideOverdue, secondsToDecide } from './sales.ts'
import { findSold } from './store.ts'
import type { OperationRow } from './store.ts'
import type { MarketplaceTokens } from './tokens.ts'

/** The real service tries five hundred times over eight hours; nobody tries things out that long. */
const mostAttempts = 10
const timeoutMs = 10_000

export interface WebhookSender {
  /** Something is due: now rather than when the clock says so. */
  wake(): void
  close(): Promise<void>
}

interface WebhookSenderOptions {
  db: Database
  log: Logger
  tokens: MarketplaceTokens
  webhookUrl: string
}

/** Tells the publisher what happens, again and again until it is answered, and decides what it does not. */
export function startWebhookSender({ db, log, tokens, webhookUrl }: WebhookSenderOptions): WebhookSender {
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let isWanted = false

  const wake = () => {
    isWanted = true
    clearTimeout(timer)
    round ??= rounds().finally(() => {
      round = undefined
    })
  }

  const rounds = async () => {
    while (isWanted && !closing.signal.aborted) {
      isWanted = false
      try {
        await decideOverdue(db)
        const due = await takeDueOperations(db)
        await Promise.all(due.map(deliver))
        if (due.length > 0) isWanted = true
        else await sleepUntilDue()
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: error }, 'the embedded marketplace stumbled')
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
    const sold = await findSold(db, operation.subscription_id)
    if (!sold) return
    const status = await post(presentWebhook(operation, sold))
    if (closing.signal.aborted) return
    await insertDelivery(db, operation.id, status)
    const isTaken = status !== undefined && status >= 200 && status < 300
    const isRefused = status !== undefined && status >= 400 && status < 500
    // To answer a change with a refusal is to refuse the change.
    if (isRefused && operation.status === 'InProgress') await decideOperation(db, operation, 'Failed')
    if (isTaken || operation.attempts >= mostAttempts) await endDelivery(db, operation.id)
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
      await round
    },
  }
}
