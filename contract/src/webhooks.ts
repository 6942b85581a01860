import * as z from 'zod/mini'

import { AccountParams } from './accounts.ts'
import type { AuditEntry } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { maxLength } from './max-length.ts'
import type { Role } from './roles.ts'
import { atMost, exactText, lineOfText, RowId, wholeNumber } from './text.ts'
import type { Baseline } from './versions.ts'

/** What a webhook can be told about. The first word is the kind of thing that changed. */
export const webhookEvents = [
  'version.published',
  'version.deleted',
  'version.restored',
  'release.named',
  'storybook.created',
  'storybook.changed',
  'storybook.deleted',
  'storybook.restored',
  'story.commented',
  'story.reviewed',
  'member.joined',
  'member.removed',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Sent to one webhook by "Send a test event", whatever it subscribes to. */
export const testEvent = 'webhook.test'

/** The body of a webhook with the format `json`. The other formats are made from it. */
export interface WebhookPayload {
  type: WebhookEvent | typeof testEvent
  /** When it happened. */
  timestamp: string
  data: {
    account: { publicId: string; name: string; url: string }
    /** Who did it: a person, an API key, the marketplace or the portal itself. */
    actor: { kind: AuditEntry['actorKind']; name: string }
    storybook?: { publicId: string; title: string; url: string }
    version?: {
      publicId: string
      url: string
      branch: string | null
      commit: string | null
      message: string | null
      buildUrl: string | null
      /** What it is compared with; null if nothing was published before that it could be. */
      baseline: (Baseline & { url: string }) | null
    }
    release?: { name: string }
    comment?: { story: string; text: string }
    /** Null takes back what was decided before. */
    review?: { decision: 'accepted' | 'rejected' | null; stories: number; comment: string | null }
    member?: { name: string; email: string; role: Role }
  }
}

export const webhookFormats = ['json', 'slack', 'teams'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** At most this many webhooks for an account. */
export const maxWebhooks = 20

const isWebhookUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

export const WebhookDraft = z.object({
  name: lineOfText.check(z.minLength(1, 'Name is required'), atMost(maxLength.webhookName)),
  url: exactText.check(
    atMost(maxLength.webhookUrl),
    z.refine(isWebhookUrl, 'Enter an address that begins with https://, without a user name or password'),
  ),
  format: z.enum(webhookFormats),
  events: z
    .array(z.enum(webhookEvents))
    .check(z.minLength(1, 'Choose at least one event'), z.maxLength(webhookEvents.length)),
})
export type WebhookDraft = z.infer<typeof WebhookDraft>

export const Webhook = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  format: z.enum(webhookFormats),
  events: z.array(z.string()),
  createdAt: z.iso.datetime(),
  /** `failing`: the first waiting event is retried. `paused`: nothing is sent until somebody resumes it. */
  state: z.enum(['active', 'failing', 'paused']),
  pausedAt: z.nullable(z.iso.datetime()),
  /** By an Owner, after failing for a day, or because the receiver answered 410 Gone. */
  pauseReason: z.nullable(z.enum(['owner', 'failing', 'gone'])),
  failingSince: z.nullable(z.iso.datetime()),
  /** While it is failing. */
  nextAttemptAt: z.nullable(z.iso.datetime()),
  /** Events that are not delivered yet. */
  pendingCount: z.int(),
  /** Events that were dropped since it was last resumed, because too many were waiting or they were too old. */
  droppedCount: z.int(),
  /** Until when the secret before the current one still signs too. */
  previousSecretUntil: z.nullable(z.iso.datetime()),
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookWithSecret = z.extend(Webhook, { secret: z.string() })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

/**
 * Why an attempt failed: an answer other than 2xx (`status`), a redirect, no answer in time, a host name that does not
 * exist, an address or plain http that the portal does not allow, a failed connection or handshake, an answer that is
 * not HTTP.
 */
export const WebhookFailure = z.enum([
  'status',
  'redirect',
  'timeout',
  'host_not_found',
  'address_not_allowed',
  'http_not_allowed',
  'connection',
  'tls',
  'not_http',
])
export type WebhookFailure = z.infer<typeof WebhookFailure>

export const WebhookDelivery = z.object({
  id: z.int(),
  /** The `webhook-id` header: the same for every attempt and redelivery of an event. */
  eventId: z.string(),
  event: z.string(),
  createdAt: z.iso.datetime(),
  /** `failed`: a test event, which is sent only once. */
  state: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.int(),
  /** The rest is about the last attempt. */
  attemptedAt: z.nullable(z.iso.datetime()),
  status: z.nullable(z.int()),
  failure: z.nullable(WebhookFailure),
  durationMs: z.nullable(z.int()),
  /** How the answer's body begins. */
  response: z.nullable(z.string()),
  /** Of the delivery that is retried; those behind it wait for it. */
  nextAttemptAt: z.nullable(z.iso.datetime()),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const WebhookParams = z.extend(AccountParams, { id: RowId })
const DeliveryParams = z.extend(WebhookParams, { delivery: RowId })

const forOwners = { access: 'member', action: 'manageWebhooks' } as const

export const listWebhooks = endpoint({
  ...forOwners,
  method: 'GET',
  path: '/api/v1/account/:account/webhooks',
  summary: 'The webhooks of an account, by name',
  params: AccountParams,
  reply: z.array(Webhook),
})

export const createWebhook = endpoint({
  ...forOwners,
  method: 'POST',
  path: '/api/v1/account/:account/webhooks',
  summary: 'Create a webhook; only this answer contains its signing secret',
  params: AccountParams,
  body: WebhookDraft,
  isCreation: true,
  reply: WebhookWithSecret,
})

export const getWebhook = endpoint({
  ...forOwners,
  method: 'GET',
  path: '/api/v1/account/:account/webhooks/:id',
  summary: 'One webhook',
  params: WebhookParams,
  reply: Webhook,
})

export const updateWebhook = endpoint({
  ...forOwners,
  method: 'PUT',
  path: '/api/v1/account/:account/webhooks/:id',
  summary: 'Change a webhook; events that are waiting go to the new address',
  params: WebhookParams,
  body: WebhookDraft,
  reply: Webhook,
})

export const deleteWebhook = endpoint({
  ...forOwners,
  method: 'DELETE',
  path: '/api/v1/account/:account/webhooks/:id',
  summary: 'Delete a webhook, with the events that are waiting for it',
  params: WebhookParams,
})

export const pauseWebhook = endpoint({
  ...forOwners,
  method: 'POST',
  path: '/api/v1/account/:account/webhooks/:id/pause',
  summary: 'Stop sending to a webhook; its events wait until it is resumed',
  params: WebhookParams,
  reply: Webhook,
})

export const resumeWebhook = endpoint({
  ...forOwners,
  method: 'POST',
  path: '/api/v1/account/:account/webhooks/:id/resume',
  summary: 'Continue with the first waiting event at once, whether the webhook is paused or failing',
  params: WebhookParams,
  reply: Webhook,
})

export const rotateWebhookSecret = endpoint({
  ...forOwners,
  method: 'POST',
  path: '/api/v1/account/:account/webhooks/:id/secret',
  summary: 'Create a new signing secret; the one before signs too for 24 hours',
  params: WebhookParams,
  isCreation: true,
  reply: WebhookWithSecret,
})

export const testWebhook = endpoint({
  ...forOwners,
  method: 'POST',
  path: '/api/v1/account/:account/webhooks/:id/test',
  summary: 'Send a test event now, once, and report the outcome',
  params: WebhookParams,
  reply: WebhookDelivery,
})

export const listWebhookDeliveries = endpoint({
  ...forOwners,
  method: 'GET',
  path: '/api/v1/account/:account/webhooks/:id/deliveries',
  summary: 'What was and will be sent to a webhook, newest first; kept for 30 days',
  params: WebhookParams,
  query: z.object({
    /** Only deliveries with smaller ids: the next page. */
    before: z.optional(RowId),
    limit: z.prefault(wholeNumber({ min: 1, max: 100 }), 50),
  }),
  reply: z.array(WebhookDelivery),
})

export const getWebhookDelivery = endpoint({
  ...forOwners,
  method: 'GET',
  path: '/api/v1/account/:account/webhooks/:id/deliveries/:delivery',
  summary: 'One delivery with the body that is sent',
  params: DeliveryParams,
  reply: z.extend(WebhookDelivery, { body: z.string() }),
})

export const redeliverToWebhook = endpoint({
  ...forOwners,
  method: 'POST',
  path: '/api/v1/account/:account/webhooks/:id/deliveries/:delivery/redeliver',
  summary: 'Send a delivered event again, after those that are waiting',
  params: DeliveryParams,
  isCreation: true,
  reply: WebhookDelivery,
})
