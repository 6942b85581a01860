import { webhookEvents } from '@plinth/contract/webhooks.ts'
import type { Webhook, WebhookDelivery } from '@plinth/contract/webhooks.ts'

import { hoursAgo } from './examples.ts'

export const releaseBot: Webhook = {
  id: 1,
  name: 'Release bot',
  url: 'https://hooks.contoso.example/plinth?team=design-system',
  format: 'json',
  events: ['version.published', 'release.named'],
  createdAt: hoursAgo(24 * 40),
  state: 'active',
  pausedAt: null,
  pauseReason: null,
  failingSince: null,
  nextAttemptAt: null,
  pendingCount: 0,
  droppedCount: 0,
  previousSecretUntil: null,
}

export const failingWebhook: Webhook = {
  ...releaseBot,
  id: 2,
  name: 'Design channel',
  url: 'https://hooks.slack.example/services/T0/B0/x',
  format: 'slack',
  state: 'failing',
  failingSince: hoursAgo(3),
  nextAttemptAt: hoursAgo(-1.5),
  pendingCount: 4,
}

export const pausedWebhook: Webhook = {
  ...releaseBot,
  id: 3,
  name: 'Old build server',
  url: 'https://builds.contoso.example/hook',
  events: [...webhookEvents],
  state: 'paused',
  pausedAt: hoursAgo(26),
  pauseReason: 'failing',
  failingSince: hoursAgo(50),
  pendingCount: 1_204,
  droppedCount: 12,
}

export const webhooks: Webhook[] = [failingWebhook, pausedWebhook, releaseBot]

export const delivered: WebhookDelivery = {
  id: 11,
  eventId: 'evt_4Qm8ZtXr1LwKc7VbNp2YsHd3',
  event: 'version.published',
  createdAt: hoursAgo(2),
  state: 'delivered',
  attempts: 1,
  attemptedAt: hoursAgo(2),
  status: 200,
  failure: null,
  durationMs: 84,
  response: '{"ok":true}',
  nextAttemptAt: null,
}

export const retried: WebhookDelivery = {
  ...delivered,
  id: 12,
  event: 'release.named',
  state: 'pending',
  attempts: 5,
  status: 503,
  failure: 'status',
  durationMs: 1_240,
  response: 'upstream connect error or disconnect/reset before headers',
  nextAttemptAt: hoursAgo(-1.5),
}

const unsent = { attemptedAt: null, status: null, durationMs: null, response: null }

export const waiting: WebhookDelivery = { ...delivered, ...unsent, id: 13, state: 'pending', attempts: 0 }

export const failedTest: WebhookDelivery = {
  ...delivered,
  id: 14,
  event: 'webhook.test',
  state: 'failed',
  status: null,
  failure: 'tls',
  response: null,
}

export const deliveries: WebhookDelivery[] = [failedTest, waiting, retried, delivered]

export const deliveryBody = JSON.stringify({
  type: 'version.published',
  timestamp: '2026-03-01T12:00:00.000Z',
  data: {
    account: { publicId: 'q7v2m9x4', name: 'Contoso', url: 'https://portal.example/account/q7v2m9x4' },
    actor: { kind: 'apiKey', name: 'Design System pipeline' },
    storybook: { publicId: 'h5t9c2r7', title: 'Design System' },
  },
})
