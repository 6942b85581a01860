import { renameAccount } from '@plinth/contract/accounts.ts'
import { getStorage } from '@plinth/contract/storage.ts'
import { listSubscriptions } from '@plinth/contract/subscriptions.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { contoso, fabrikam } from '../stories/examples.ts'
import { answer } from '../stories/fake-fetch.ts'
import { subscriptions } from '../stories/settings-examples.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { AccountSection } from './AccountSection.tsx'

const answers = [
  answer(listSubscriptions, subscriptions),
  answer(getStorage, { usedBytes: 12_400_000_000, limitBytes: 50e9 }),
  answer(renameAccount, { ...contoso, name: 'Contoso Group' }),
]

const meta = {
  title: 'Accounts/Account section',
  component: AccountSection,
  parameters: withPortal({ answers }),
} satisfies Meta<typeof AccountSection>
export default meta
type Story = StoryObj<typeof meta>

export const ForAnOwner: Story = {}

export const ForAnybodyElse: Story = { parameters: withPortal({ account: fabrikam, answers }) }

export const WithoutATenant: Story = {
  parameters: withPortal({ account: { ...contoso, microsoftTenantId: null }, answers }),
}

export const Renaming: Story = {
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Edit the account name' }))
    const field = await screen.findByRole('textbox', { name: 'Account name' })
    await userEvent.clear(field)
    await expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
    await userEvent.paste('x'.repeat(201))
    await expect(field).toHaveValue('x'.repeat(200))
    await expect(screen.getByText('200 / 200')).toBeVisible()
    await expect(field).toHaveAccessibleDescription('200 / 200')
    await userEvent.clear(field)
    await userEvent.type(field, 'Contoso Group')
    await expect(screen.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-disabled')
  },
}
