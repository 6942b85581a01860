import { listSubscriptions } from '@plinth/contract/subscriptions.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'

import { contoso } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { subscriptions } from '../stories/settings-examples.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { SubscriptionsTab } from './SubscriptionsTab.tsx'

const meta = {
  title: 'Subscriptions/Subscriptions',
  component: SubscriptionsTab,
} satisfies Meta<typeof SubscriptionsTab>
export default meta
type Story = StoryObj<typeof meta>

export const Filled: Story = {
  parameters: withPortal({ answers: [answer(listSubscriptions, subscriptions)] }),
  play: async () => {
    for (const status of ['Active', 'Cancelled', 'Suspended', 'Inactive', 'Unknown']) {
      await expect(await screen.findByText(status)).toBeVisible()
    }
  },
}

export const Empty: Story = {
  parameters: withPortal({ answers: [answer(listSubscriptions, [])] }),
  play: async () => {
    await expect(await screen.findByText('No active subscriptions found.')).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: withPortal({ answers: [answerNever(listSubscriptions)] }),
  play: async () => {
    await expect(await screen.findByText('Loading subscriptions...')).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: withPortal({ answers: [answerProblem(listSubscriptions, 'unavailable')] }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch subscriptions')).toBeVisible()
  },
}

/** The response is not JSON. */
export const InvalidResponse: Story = {
  parameters: withPortal({
    answers: [{ endpoint: listSubscriptions, respond: async () => new Response('<!doctype html>') }],
  }),
  play: async () => {
    await expect(await screen.findByText('An unexpected error occurred')).toBeVisible()
  },
}

/** Cannot happen in the app: every address has an account. */
export const WithoutAnAccount: Story = {
  parameters: withPortal({ account: { ...contoso, publicId: '' } }),
  play: async () => {
    await expect(await screen.findByText('No account selected')).toBeVisible()
  },
}
