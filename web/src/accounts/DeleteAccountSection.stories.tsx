import { listSubscriptions } from '@plinth/contract/subscriptions.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { fabrikam } from '../stories/examples.ts'
import { answer, answerProblem } from '../stories/fake-fetch.ts'
import { ended } from '../stories/settings-examples.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { SubscriptionsTab } from '../subscriptions/SubscriptionsTab.tsx'
import { DeleteAccountSection } from './DeleteAccountSection.tsx'

const meta = {
  title: 'Accounts/Delete account',
  component: DeleteAccountSection,
} satisfies Meta<typeof DeleteAccountSection>
export default meta
type Story = StoryObj<typeof meta>

const noActiveSubscription = withPortal({ answers: [answer(listSubscriptions, ended)] })

export const Offered: Story = {
  parameters: noActiveSubscription,
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Delete Account' })).toBeVisible()
  },
}

export const Question: Story = {
  parameters: noActiveSubscription,
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Account' }))
    await expect(await screen.findByRole('dialog')).toBeVisible()
  },
}

/** Users who are not Owners see no deletion, even without active subscriptions. */
export const NotForAnybodyElse: Story = {
  parameters: withPortal({ account: fabrikam, answers: [answer(listSubscriptions, ended)] }),
  render: () => (
    <>
      <SubscriptionsTab />
      <DeleteAccountSection />
    </>
  ),
  play: async () => {
    await expect((await screen.findAllByText('Cancelled'))[0]).toBeVisible()
    await expect(screen.queryByRole('button', { name: 'Delete Account' })).toBeNull()
  },
}

export const Unknown: Story = {
  parameters: withPortal({ answers: [answerProblem(listSubscriptions, 'unavailable')] }),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  },
}
