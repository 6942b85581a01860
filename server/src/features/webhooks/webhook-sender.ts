import type { Logger } from 'pino'

import type { Database } from '../../database/connect.ts'
import { system } from '../../http/actor.ts'
import { allowedAddresses } from '../../http/outgoing/allowed-addresses.ts'
import type { AllowedAddresses, Resolve } from '../../http/outgoing/allowed-addresses.ts'
import type { Metrics } from '../../operations/metrics/metrics.ts'
import type { Config } from '../../settings/config.ts'
import { portalVersion } from '../../shared/version.ts'
import { record } from '../audit/store.ts'
import {
  beginAttempt,
  claimDueWebhooks,
  endAsDelivered,
  endAsFailed,
  releaseWebhook,
} from './deliveries-store.ts'
import type { Attempt, Claim } from './deliveries-store.ts'
import { describeWebhook } from './describe-webhook.ts'
import { bodyOf } from './payload.ts'
import type { Event } from './payload.ts'
import { postWebhook } from './post-webhook.ts'
import type { Outcome } from './post-webhook.ts'
import { signatureHeaders } from './sign.ts'
import { pauseAfter, usualTiming } from './timing.ts'
import type { Timing } from './timing.ts'

export interface WebhookSender {
  /** Sends what is due now instead of waiting for the timer. Call it after the commit. */
  wake(): void
  /** Sends one event now, outside the order of the others. */
  sendOnce(receiver: Receiver, event: Event, eventId: string): Promise<Outcome>
  addresses: AllowedAddresses
  close(): Promise<void>
}

type Receiver = Pick<Attempt, 'url' | 'format' | 'secrets'>

interface SenderOptions {
  db: Database
  config: Pick<Config, 'publicUrl' | 'webhooks'>
  metrics: Metrics
  log: Logger
  resolve?: Resolve
  timing?: Timing
}

/** Receivers that are slow occupy a place each, so there are many. */
const maxServed = 100
/** How long one webhook with many events is served before others get its place. */
const turnMs = 10_000
/** Another instance may hold what is due, or give up something, at any time. */
const minSleepMs = 5
const maxSleepMs = 30_000

/**
 * Sends events to webhooks: to each one after the other, and to all of them at the same time. An instance claims a
 * webhook for a while, and no database connection is in use while it waits for the receiver. If it is killed, another
 * one claims the webhook and sends the event again.
 */
export function startWebhookSender(options: SenderOptions): WebhookSender {
  const { db, config, metrics, log, timing = usualTiming } = options
  const addresses = allowedAddresses(config.webhooks.allowedNetworks, options.resolve)
  const closing = new AbortController()
  const { signal } = closing
  const served = new Set<Promise<void>>()
  /** What ends an attempt that this instance makes, by webhook. */
  const attempts = new Map<number, AbortController>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isDue = false

  const wake = () => {
    isDue = true
    clearTimeout(timer)
    running ??= run()
  }

  const run = async () => {
    while (isDue && !signal.aborted) {
      isDue = false
      try {
        await claimAndServe()
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'webhooks could not be sent; will retry')
      }
    }
    // In the same moment as the last check, so that no call of `wake` is lost.
    running = undefined
  }

  const claimAndServe = async () => {
    const room = maxServed - served.size
    // The next one that ends wakes this again.
    if (room === 0) return
    const { claims, nextDueMs } = await claimDueWebhooks(db, room, timing.lease)
    for (const claim of claims) {
      const serving = serve(claim)
        .catch((error: unknown) => log.warn({ err: error }, 'a webhook could not be served; will retry'))
        .finally(() => {
          served.delete(serving)
          wake()
        })
      served.add(serving)
    }
    if (nextDueMs === undefined || isDue || signal.aborted) return
    timer = setTimeout(wake, Math.min(Math.max(nextDueMs, minSleepMs), maxSleepMs))
    timer.unref()
  }

  /** A webhook that was resumed can be claimed again during an attempt, which ends then: each has one place at most. */
  const serve = async (claim: Claim) => {
    const attempting = new AbortController()
    attempts.get(claim.webhookId)?.abort()
    attempts.set(claim.webhookId, attempting)
    try {
      await serveUntil(claim, AbortSignal.any([signal, attempting.signal]))
    } finally {
      if (attempts.get(claim.webhookId) === attempting) attempts.delete(claim.webhookId)
    }
  }

  const serveUntil = async (claim: Claim, ending: AbortSignal) => {
    const end = Date.now() + turnMs
    while (Date.now() < end && !ending.aborted) {
      const attempt = await beginAttempt(db, claim, timing.lease)
      if (!attempt) break
      const outcome = await send(attempt, eventOf(attempt), attempt.eventId, ending)
      // It was interrupted, and is sent again by whoever is next.
      if (ending.aborted && outcome.status === null) break
      metrics.webhookAttempted(outcome.failure === null ? 'delivered' : 'failed')
      if (outcome.failure !== null) {
        await fail(claim, attempt, outcome)
        return
      }
      await endAsDelivered(db, claim, attempt, outcome)
    }
    await releaseWebhook(db, claim)
  }

  const fail = async (claim: Claim, attempt: Attempt, outcome: Outcome) => {
    await db.transaction().execute(async (trx) => {
      const paused = await endAsFailed(trx, claim, attempt, outcome, {
        pauseMs: pauseAfter(attempt.attempts, timing, outcome.retryAfterMs),
        giveUpAfterMs: timing.giveUpAfter,
        isGone: outcome.status === 410,
      })
      if (!paused) return
      const { account_id: accountId } = paused
      await record(trx, system, { action: 'webhook.paused', subject: describeWebhook(paused), accountId })
      log.info({ webhook: claim.webhookId, failure: outcome.failure }, 'a webhook was paused')
    })
  }

  const send = ({ url, format, secrets }: Receiver, event: Event, eventId: string, ending: AbortSignal) => {
    const body = bodyOf(event, format, config.publicUrl)
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'accept-encoding': 'identity',
      'user-agent': `Plinth/${portalVersion}`,
      ...signatureHeaders(secrets, { id: eventId, at: new Date(), body }),
    }
    return postWebhook({ url, headers, body }, { addresses, timeoutMs: timing.timeout, signal: ending })
  }

  return {
    wake,
    sendOnce: (receiver, event, eventId) => send(receiver, event, eventId, signal),
    addresses,
    close: async () => {
      closing.abort()
      clearTimeout(timer)
      await Promise.all([running, ...served])
    },
  }
}

const eventOf = ({ type, createdAt, data, accountPublicId, accountName }: Attempt): Event => ({
  type,
  createdAt,
  data,
  account: { publicId: accountPublicId, name: accountName },
})
