import { listSubscriptions } from '@plinth/contract/subscriptions.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { answer, refuse } from '../stories/answers.ts'
import { takesPlace } from '../stories/InPortal.tsx'
import { ended } from '../stories/settings-examples.ts'
import { DeleteAccountSection } from './DeleteAccountSection.tsx'

const meta = {
  title: 'Accounts/Delete account',
  component: DeleteAccountSection,
} satisfies Meta<typeof DeleteAccountSection>
export default meta
type Story = StoryObj<typeof meta>

const nothingPaid = takesPlace({ answers: [answer(listSubscriptions, ended)] })

export const Offered: Story = { parameters: nothingPaid }

export const Question: Story = {
  parameters: nothingPaid,
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Account' }))
    await expect(await screen.findByRole('dialog')).toBeVisible()
  },
}

export const Unknown: Story = {
  parameters: takesPlace({ answers: [refuse(listSubscriptions, 'unavailable')] }),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  },
}
