import {
  getWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  redeliverToWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '@plinth/contract/webhooks.ts'
import type { Webhook } from '@plinth/contract/webhooks.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'

import { contoso, inDays } from '../stories/examples.ts'
import { fakeClipboard } from '../stories/fake-clipboard.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import type { Answer } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import {
  deliveries,
  deliveryBody,
  failedTest,
  failingWebhook,
  pausedWebhook,
  releaseBot,
  retried,
  waiting,
} from '../stories/webhook-examples.ts'
import { WebhookPage } from './WebhookPage.tsx'

const meta = {
  title: 'Webhooks/Webhook page',
  component: WebhookPage,
  parameters: { layout: 'fullscreen' },
  beforeEach: fakeClipboard,
} satisfies Meta<typeof WebhookPage>
export default meta
type Story = StoryObj<typeof meta>

const place = { route: '/settings/webhooks/:webhook', at: '/settings/webhooks/1' }

const page = (webhook: Webhook, ...more: Answer[]) =>
  withPortal({
    ...place,
    answers: [answer(getWebhook, webhook), answer(listWebhookDeliveries, deliveries), ...more],
  })

export const Active: Story = {
  parameters: page(releaseBot, answer(redeliverToWebhook, waiting)),
  play: async () => {
    await expect(await screen.findByText('Answered 503')).toBeVisible()
    const row = within(await screen.findByRole('row', { name: /Delivered/ }))
    await userEvent.click(row.getByRole('button', { name: 'Redeliver Version published' }))
    await waitFor(() => expect(screen.getByText('The event will be sent again')).toBeVisible())
  },
}

export const Failing: Story = {
  parameters: page(failingWebhook),
  play: async () => {
    await expect(await screen.findByText('This webhook is failing')).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Retry Now' })).toBeVisible()
  },
}

export const Paused: Story = {
  parameters: page(pausedWebhook),
  play: async () => {
    await expect(await screen.findByText(/because it failed for a day/)).toBeVisible()
    await expect(screen.getByText(/12 events were dropped/)).toBeVisible()
  },
}

export const NothingSent: Story = {
  parameters: withPortal({
    ...place,
    answers: [answer(getWebhook, releaseBot), answer(listWebhookDeliveries, [])],
  }),
  play: async () => {
    await expect(await screen.findByText('Nothing has been sent yet.')).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: withPortal({
    ...place,
    answers: [answerNever(getWebhook), answerNever(listWebhookDeliveries)],
  }),
}

export const Missing: Story = {
  parameters: withPortal({ ...place, answers: [answerProblem(getWebhook, 'not_found')] }),
  play: async () => {
    await expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
  },
}

/** Users do not see webhooks. */
export const ForUser: Story = {
  parameters: withPortal({ ...place, account: { ...contoso, role: 'User', isSystemOwner: false } }),
  play: async () => {
    await expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
  },
}

export const Details: Story = {
  parameters: page(releaseBot, answer(getWebhookDelivery, { ...retried, body: deliveryBody })),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Details of Release named' }))
    const dialog = within(await screen.findByRole('dialog'))
    await expect(await dialog.findByText(/Design System pipeline/)).toBeVisible()
    await expect(dialog.getByText(/upstream connect error/)).toBeVisible()
  },
}

export const TestRefused: Story = {
  parameters: page(releaseBot, answer(testWebhook, failedTest)),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Send Test Event' }))
    await waitFor(() => expect(screen.getByText('The test event was not delivered')).toBeVisible())
  },
}

export const NewSecret: Story = {
  parameters: page(
    releaseBot,
    answer(rotateWebhookSecret, {
      ...releaseBot,
      previousSecretUntil: inDays(1.01),
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    }),
  ),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'New secret' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Create New Secret' }))
    await expect(await screen.findByText(/signs too until/)).toBeVisible()
  },
}

export const DeleteQuestion: Story = {
  parameters: page(releaseBot),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete webhook' }))
    await expect(await screen.findByRole('dialog')).toHaveTextContent('Release bot')
  },
}
