import { listSubscriptions } from '@plinth/contract/subscriptions.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'

import { contoso } from '../stories/examples.ts'
import { answer } from '../stories/fake-fetch.ts'
import { ended, suspended } from '../stories/settings-examples.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { SubscriptionBanner } from './SubscriptionBanner.tsx'

const meta = {
  title: 'Subscriptions/Banner',
  component: SubscriptionBanner,
  args: { account: contoso.publicId },
} satisfies Meta<typeof SubscriptionBanner>
export default meta
type Story = StoryObj<typeof meta>

export const Suspended: Story = {
  parameters: withPortal({ answers: [answer(listSubscriptions, suspended)] }),
  play: async () => {
    await expect(await screen.findByRole('note')).toHaveTextContent('is suspended')
  },
}

export const Ended: Story = {
  parameters: withPortal({ answers: [answer(listSubscriptions, ended)] }),
  play: async () => {
    await expect(await screen.findByRole('note')).toHaveTextContent('has ended')
  },
}
